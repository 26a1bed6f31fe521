package web

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"sync"

	"turnbook/schemas"
)

// contracts serves what integrators read: the AsyncAPI document, and the JSON Schemas
// of events with the closed lists. They are files, not answers: they are served as they
// are.
func (r *rest) contracts() {
	streams := sync.OnceValue(func() []byte {
		raw, err := json.Marshal(asyncAPI(r.o.Version))
		if err != nil {
			panic("web: the AsyncAPI document: " + err.Error()) // it is made of maps and texts
		}
		return raw
	})
	r.mux.HandleFunc("GET /asyncapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(streams()) // who is gone needs no answer
	})
	r.mux.HandleFunc("GET /schemas/{file}", r.schemaFile)
}

// schemaFile serves the schema of an event, or a closed list.
func (r *rest) schemaFile(w http.ResponseWriter, req *http.Request) {
	name := req.PathValue("file")
	for kind, files := range map[string]fs.FS{"application/schema+json": schemas.SchemaFiles(), "application/json": listFiles()} {
		if text, err := fs.ReadFile(files, name); err == nil {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(text) // who is gone needs no answer
			return
		}
	}
	r.refuse(w, req, problem(CodeNotFound, "there is no schema of that name; give /schemas/<event type>.json, or codes.json, types.json, targets.json"))
}

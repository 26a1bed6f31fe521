package web

import (
	"encoding/json"
	"net/http"
	"sync"

	"turnbook/schemas"
)

// contracts serves what integrators read: the AsyncAPI document, and the JSON Schemas
// of events. They are files, not answers: they are served as they are.
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
	files := http.StripPrefix("/schemas/", http.FileServerFS(schemas.SchemaFiles()))
	r.mux.HandleFunc("GET /schemas/{file}", func(w http.ResponseWriter, req *http.Request) {
		if _, err := schemas.SchemaFiles().Open(req.PathValue("file")); err != nil {
			r.refuse(w, req, problem(CodeNotFound, "there is no schema of that name; give /schemas/<event type>.json"))
			return
		}
		w.Header().Set("Content-Type", "application/schema+json")
		files.ServeHTTP(w, req)
	})
}

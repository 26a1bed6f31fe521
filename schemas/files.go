package schemas

import (
	"embed"
	"io/fs"
)

//go:embed json/*.json
var schemaFiles embed.FS

// SchemaFiles holds the JSON Schema of the data of every event, as
// "turn.started.json".
func SchemaFiles() fs.FS {
	sub, err := fs.Sub(schemaFiles, "json")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

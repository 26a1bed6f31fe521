package web

import (
	"embed"
	"io/fs"
)

//go:embed lists/*.json
var listFolder embed.FS

// listFiles are the closed lists of the wire: codes.json, types.json, targets.json.
func listFiles() fs.FS {
	sub, err := fs.Sub(listFolder, "lists")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

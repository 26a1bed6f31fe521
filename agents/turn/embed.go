package turn

import _ "embed"

//go:embed step-writer.md
var writerFile string

//go:embed module-writer.md
var moduleFile string

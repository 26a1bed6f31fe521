package turn

import _ "embed"

//go:embed step-writer.md
var writerFile string

// Package clienttest holds the published clients of the Model Context Protocol, that of
// Go and that of npm (testdata/drive.mjs), against the whole program. Its tests need
// node, and in testdata once: npm ci.
package clienttest

// Package clienttest holds the published npm client of AG-UI against a whole server:
// see testdata/drive.mjs. Its tests need node, and in testdata once: npm ci.
package clienttest

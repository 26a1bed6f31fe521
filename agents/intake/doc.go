// Package intake turns a file from outside into a draft playbook.
//
// [Read] is a pure function: the same name, bytes and prefix give the same event.
// It looks at the content, not at the file's extension, and reads Markdown
// (markdown.go) and CACAO 2.0 (cacao.go). A file is read whole or refused with an
// [*Error] that says where and what would be right.
//
// Nothing of a file is lost in silence: what becomes no title, description or step
// stands in the report with the reason (report.go). What a CACAO file holds of
// passwords, tokens and keys is the exception: it is dropped, the report says that
// and where, and the value stands nowhere (secrets.go).
//
// Text from a file is data. Links, HTML and scripts stay the text that they are;
// pages show them as such.
package intake

// Package documents decides changes of playbooks and of the library: edits of their
// chrome (titles, modules, tasks), edits of steps by hand with their undo, and the
// flush of a turn's steps into the saved tree. Hand edits, tools and imports all come
// through here.
//
// Rules: document-edit/1 in guard_edit.go; library-edit/1 in guard_library.go;
// hand-edit/1 in guard_hand.go, for undoing in undo.go; flush-playbook/1 and
// flush-library/1 in guard_flush.go; playbook-life/1 in life.go. A decision looks at the document as it stands now; whoever appends
// it does so at that position, so that nothing can come between.
package documents

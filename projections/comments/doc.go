// Package comments keeps what people remark on a turn or on one of its events, in a SQLite
// file of its own.
//
// Comments stand beside the log and never in it. They are no projection: nothing draws
// them again, so the file belongs into a backup, and neither a rebuild nor an export, a
// bundle of evidence or a proof knows of them.
//
// A change is all or nothing. A command with a key that was used before, on the same turn
// or comment, changes nothing more. Whoever wrote a comment may delete it, and it is gone
// from the bytes of the file as well.
//
// A damaged file is set aside when it is opened, and an empty one takes its place:
// [Store.Damaged] says so. Methods may be called by many goroutines, and by several
// processes on one file.
package comments

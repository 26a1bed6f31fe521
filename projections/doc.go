// Package projections draws the log as tables: plain SQLite, one noun a file of Go
// and a file of SQL, each table and column with its meaning and the event that it
// comes from ([Tables]).
//
// The log is the truth; a table can be dropped and drawn again at any time. Rows
// and the position they stand for are changed in one transaction, so a crash loses
// neither and doubles neither. A record that is offered again changes nothing.
//
// An event that can't be applied is parked in dead_letters with its reason, and
// holds back the later events of its own boundary; all others go on
// ([Store.Retry] draws it anew).
//
// Readers see the tables as of one position, which every answer carries. A rebuild
// happens beside the tables and replaces them in one step: no reader sees half of
// it, and the position never goes backwards. A damaged file is set aside and drawn
// again from the log; meanwhile the answers say how far they have come.
//
// There are no NULLs: text that is not there is the empty string.
package projections

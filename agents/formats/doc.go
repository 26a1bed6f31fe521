// Package formats reads forms of other builders into form documents, and writes them
// back: Form.io (formio.go) and SurveyJS (surveyjs.go).
//
// [ReadForm] is a pure function. It looks at the content, not at the file's name. A
// file is read whole or refused with an [*Error] that says where and what would be
// right. Layout is flattened: pages, panels and fieldsets become headings, columns
// and tables leave no trace but a note. What a document can't hold stays in the
// original, which travels with the document, and in the report: a type that is not
// known becomes an unknown element with its JSON, a rule that can't be mapped is
// named and its element always shown.
//
// A key that stands twice names two things. Neither is the true one, so neither gets
// the plain key as its id: they become key-1 and key-2, in the order of the file,
// and each keeps the key beside it. That way no answer and no rule lands on the
// wrong one. A rule that names such a key is mapped only where the containers around
// tell which is meant (contacts.email is not email). The report has a line for each
// place, naming the others.
//
// [ExportForm] writes the original, byte for byte in canonical form, where nothing
// was edited. Otherwise the edits are made in it, and what comes out is read again:
// where that is not the edited document, the report says what could not be
// expressed.
//
// Byte order marks and carriage returns are fine; in JSON they carry nothing.
package formats

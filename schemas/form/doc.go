// Package form is the document of a FORM step: elements by id, the order in which
// they are asked, and the rules that show them (authoring.md section 9).
//
// A [Document] comes in through [Parse], which is strict and names every problem at
// once, and leaves through [Document.JSON], in canonical form. What Parse accepts
// survives the round trip equal. Edits are data: [Apply] does a list of them or none
// ([Op]), [Plan] finds the list that leads from one document to another.
//
// What people fill in is judged by [Visible] and [CheckAnswers]. An element that a
// rule hides is not asked, and its answer does not count: not for the check, and not
// for the rules that look at it.
//
// Everything here is a pure function. Numbers keep every digit that was written;
// nothing passes through a float.
package form

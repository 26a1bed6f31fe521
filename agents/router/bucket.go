package router

import (
	"net/url"

	"turnbook/schemas"
)

// BucketRule is the name and version of decider 1.
const BucketRule = "bucket/1"

// What decider 1 says of a pinned domain.
const (
	Classify = "classify" // nobody is pinned: the router classifies
	Unpin    = "unpin"    // the screen changed: the pin drops, the router classifies
	Keep     = "keep"     // the pinned domain takes the turn, with no classification
)

// Bucket is the location of a message: page, playbook and draft flag, with +builder
// while a subtask builder is open (authoring.md section 3).
//
// It keys on the presence of a builder, never on its task: the editor's embedded
// builder opens and closes with no route change, and only the suffix sees it; while
// moving between two builders must not cost a classification.
func Bucket(ui schemas.UIContext) string {
	playbook, _ := ui.PlaybookID()
	b := url.PathEscape(ui.Page()) + "/" + url.PathEscape(string(playbook)) + "/"
	if ui.DraftActive() {
		b += "draft"
	}
	if _, open := ui.OpenTaskID(); open {
		b += "+builder"
	}
	return b
}

// CompareBucket is decider 1: what becomes of the pinned domain ("" for none) when a
// message comes in from ui and the session's last one came from previous ("" for
// none).
func CompareBucket(previous string, pinned schemas.Domain, ui schemas.UIContext) schemas.BucketComputed {
	bucket := Bucket(ui)
	l := schemas.Ladder{Rule: BucketRule}
	same := l.Try("same_bucket", previous+" → "+bucket, previous == bucket)
	isPinned := l.Try("domain_pinned", string(pinned), pinned != "")
	switch {
	case !isPinned:
		l.Outcome = Classify
	case same:
		l.Outcome = Keep
	default:
		l.Outcome = Unpin
	}
	return schemas.BucketComputed{Bucket: bucket, Previous: previous, Ladder: l}
}

package jetstream

import (
	"fmt"
	"strings"

	"turnbook/bus"
	"turnbook/schemas"
)

// subjectOf is the one literal subject of a boundary. The error is a
// [*bus.DraftError].
func subjectOf(e schemas.Entity) (string, error) {
	if e.Vendor == "" || e.Kind == "" || e.ID == "" {
		return "", &bus.DraftError{Reason: "its boundary lacks vendor, kind or id"}
	}
	return logRoot + strings.ReplaceAll(e.Source(), "/", "."), nil
}

// entityOf reads a subject. Subjects that nobody here writes are told by the error,
// a [*schemas.EnvelopeError]; the entity holds what could be made out.
func entityOf(subject string) (schemas.Entity, error) {
	tokens := strings.Split(subject, ".")
	var ids [3]string
	for i, tok := range tokens[1:min(len(tokens), 4)] {
		id, err := schemas.DecodeToken(tok)
		if err != nil {
			return schemas.Entity{}, &schemas.EnvelopeError{Reason: "its subject names no boundary", Err: err}
		}
		ids[i] = id
	}
	e := schemas.Entity{Vendor: schemas.VendorID(ids[0]), Kind: schemas.BoundaryKind(ids[1]), ID: ids[2]}
	if len(tokens) != 4 || ids[0] == "" || ids[1] == "" || ids[2] == "" {
		return e, &schemas.EnvelopeError{Reason: fmt.Sprintf("its subject %q names no boundary", subject)}
	}
	return e, nil
}

// filterOf is the narrowest subject that holds all that the query asks for.
func filterOf(q bus.Query) string {
	switch {
	case q.Vendor == "" && q.Kind == "":
		return logRoot + ".>"
	case q.Vendor == "":
		return logRoot + ".*." + schemas.EncodeToken(string(q.Kind)) + ".>"
	case q.Kind == "":
		return logRoot + "." + schemas.EncodeToken(string(q.Vendor)) + ".>"
	}
	prefix := logRoot + "." + schemas.EncodeToken(string(q.Vendor)) + "." + schemas.EncodeToken(string(q.Kind)) + "."
	if q.ID == "" {
		return prefix + ">"
	}
	return prefix + schemas.EncodeToken(q.ID)
}

// matches says whether a literal subject is in a filter that [filterOf] wrote.
func matches(filter, subject string) bool {
	for {
		want, filterRest, more := strings.Cut(filter, ".")
		if want == ">" {
			return true
		}
		got, subjectRest, moreSubject := strings.Cut(subject, ".")
		if want != "*" && want != got || more != moreSubject {
			return false
		}
		if !more {
			return true
		}
		filter, subject = filterRest, subjectRest
	}
}

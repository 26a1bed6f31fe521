package web

import (
	"encoding/json"
	"strings"
	"time"
)

// loggedEvent is an event as it stands in the log: a CloudEvent (1.0) with Turnbook's
// attributes. What its data holds, its type says.
type loggedEvent struct {
	SpecVersion string          `json:"specversion" doc:"of CloudEvents: 1.0"`
	ID          string          `json:"id" doc:"<turn>/<n> inside a turn, <idempotency key>/<n> elsewhere; with source, of this event alone"`
	Source      string          `json:"source" doc:"the boundary: /<vendor>/<kind>/<id>"`
	Type        string          `json:"type" doc:"what happened"`
	Time        time.Time       `json:"time" doc:"of the append, UTC"`
	Subject     string          `json:"subject,omitempty" doc:"what it is about: playbook/<id>/task/<id>, either part alone, ids percent-encoded"`
	Actor       string          `json:"actor,omitempty" doc:"who: user/<id>, agent/<name>, system"`
	Cause       string          `json:"causationid,omitempty" doc:"id of the event that caused it"`
	Turn        string          `json:"correlationid,omitempty" doc:"the turn"`
	Trace       string          `json:"traceparent,omitempty" doc:"W3C trace context"`
	ContentType string          `json:"datacontenttype" doc:"application/json"`
	Data        json.RawMessage `json:"data,omitempty" doc:"absent where dataref stands for it"`
	DataRef     string          `json:"dataref,omitempty" doc:"where the data is that was too large for the log: blob:<digest>"`
	DataSize    string          `json:"datasize,omitempty" doc:"its bytes"`
	Hash        string          `json:"hash" doc:"SHA-256 over this event's canonical JSON without this member"`
	Prev        string          `json:"prevhash" doc:"of the event before it in its boundary"`
}

// eventSchemas are Event, which is one of the schemas that follow, by type; each is
// LoggedEvent with a type and the schema of its data.
func eventSchemas() object {
	all, kinds := object{}, []object{}
	for _, t := range wireTypes() {
		name := eventSchemaName(t)
		all[name] = object{"allOf": []object{
			{"$ref": schemaRefs + "LoggedEvent"},
			{"properties": object{"type": object{"const": t}, "data": object{"$ref": "/schemas/" + t + ".json"}}},
		}}
		kinds = append(kinds, object{"$ref": schemaRefs + name})
	}
	all["Event"] = object{"description": "An event of the log: one of these, by its type.", "oneOf": kinds}
	return all
}

// eventSchemaName is as in TaskStepAddedEvent.
func eventSchemaName(eventType string) string {
	var name strings.Builder
	for _, word := range strings.FieldsFunc(eventType, func(r rune) bool { return r == '.' || r == '-' }) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String() + "Event"
}

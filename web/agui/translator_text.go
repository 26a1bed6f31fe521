package agui

import (
	"encoding/json"
	"unicode/utf8"

	"turnbook/schemas"
)

// maxDelta is how much text one frame carries, in bytes; a client takes frames of ten
// mebi characters.
const maxDelta = 256 << 10

// chunks cuts a text into pieces that a frame can carry, between characters. A text
// that is empty has none.
func chunks(text string) []string {
	var list []string
	for len(text) > maxDelta {
		n := maxDelta
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		list, text = append(list, text[:n]), text[n:]
	}
	if text != "" {
		list = append(list, text)
	}
	return list
}

// textEvents is a whole message of the assistant.
func textEvents(id, text string) []Event {
	events := append([]Event{TextStarted{id, assistantRole}}, contents(id, text)...)
	return append(events, TextEnded{id})
}

// contents is text of a message that is open.
func contents(id, text string) (events []Event) {
	for _, delta := range chunks(text) {
		events = append(events, TextContent{id, delta})
	}
	return events
}

// called proposes a call of the turn's own lane, whole: its arguments were recorded at
// once. The message that makes it is the model call's, beside its text.
func (t *translator) called(e schemas.ToolCalled) []Event {
	if e.Lane != schemas.MainLane {
		return nil
	}
	t.calls = append(t.calls, e.Call)
	events := []Event{CallStarted{ID: string(e.Call), Name: e.Tool, Parent: string(t.said)}}
	for _, delta := range chunks(argsOf(e.Args)) {
		events = append(events, CallArgs{string(e.Call), delta})
	}
	return append(events, CallEnded{string(e.Call)})
}

// argsOf are arguments as text; a client parses them as an object.
func argsOf(args json.RawMessage) string {
	if len(args) == 0 || string(args) == "null" {
		return "{}"
	}
	return string(args)
}

func (t *translator) returned(e schemas.ToolReturned) []Event {
	if e.Lane != schemas.MainLane {
		return nil
	}
	for i, call := range t.calls {
		if call == e.Call {
			t.calls = append(t.calls[:i:i], t.calls[i+1:]...)
			return []Event{resultOf(e.Call, e.Code, e.Result)}
		}
	}
	return nil
}

// resultOf is what a call came to. A refusal begins with its code.
func resultOf(call schemas.CallID, code schemas.Code, text string) CallResult {
	if code != "" {
		text = string(code) + ": " + text
	}
	return CallResult{Message: string(call) + ".result", ID: string(call), Content: text, Role: toolRole}
}

// custom is a record as it stands in the log, under its own name.
func custom(r schemas.Record) Event { return Custom{Name: r.Type, Value: whole(r)} }

// whole is the CloudEvent of a record, with its data where the log holds only a
// reference to it.
func whole(r schemas.Record) json.RawMessage {
	var envelope map[string]json.RawMessage
	if r.Event == nil || json.Unmarshal(r.Stored, &envelope) != nil || envelope["dataref"] == nil {
		return r.Stored
	}
	delete(envelope, "dataref")
	delete(envelope, "datasize")
	envelope["data"] = raw(r.Event)
	return raw(envelope)
}

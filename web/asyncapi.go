package web

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// object is a JSON object of a document.
type object = map[string]any

// asyncAPI is the contract of the streams, an AsyncAPI 3.0 document that follows from
// the types of the frames. Its operations are the server's: it receives what clients
// send.
func asyncAPI(version string) object {
	client, server := clientFrames(), serverFrames()
	messages := object{}
	for _, k := range slices.Concat(client, server) {
		messages[k.name] = object{
			"name": k.name, "title": k.name, "summary": k.about, "contentType": "application/json",
			"payload": object{"$ref": schemaRefs + k.schema()},
		}
	}
	return object{
		"asyncapi": "3.0.0",
		"info": object{
			"title": "Turnbook", "version": version,
			"description": "The streams of a Turnbook server, seen from the server: it receives what clients send. " +
				"Frames and members are added as the program grows: pass over what is not in here.",
		},
		"defaultContentType": "application/json",
		"channels":           channels(client, server),
		"operations":         operations(client, server),
		"components":         object{"messages": messages, "schemas": frameSchemas(slices.Concat(client, server))},
	}
}

// frameSchemas are the schemas of frames, of what they hold, and of events.
func frameSchemas(kinds []frameKind) object {
	r := newRegistry()
	for _, k := range kinds {
		r.Schema(reflect.TypeOf(k.members), true, "")
	}
	settleSchemas(r)
	all, frames := eventSchemas(), object{}
	for _, k := range kinds {
		frames[k.schema()] = k.describe(r)
	}
	for name, s := range r.Map() {
		all[name] = s
	}
	for _, k := range kinds {
		delete(all, schemaName(reflect.TypeOf(k.members), "")) // several types of frame may share it
	}
	maps.Copy(all, frames)
	return all
}

// schema is the name of the frame's schema, as in CaughtUpFrame.
func (k frameKind) schema() string {
	var name strings.Builder
	for _, word := range strings.Split(k.name, "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String() + "Frame"
}

// describe is the schema of a frame: its members, with what every frame begins with.
func (k frameKind) describe(r huma.Registry) *huma.Schema {
	t := reflect.TypeOf(k.members)
	s := *r.Schema(t, false, k.schema())
	s.Properties = maps.Clone(s.Properties)
	if s.Properties == nil {
		s.Properties = make(map[string]*huma.Schema)
	}
	s.Properties["type"] = &huma.Schema{Type: huma.TypeString, Enum: []any{k.name}}
	s.Properties["ref"] = &huma.Schema{Description: "of the client's frame, echoed: any JSON value of at most 200 bytes; absent where it had none"}
	s.Required = append([]string{"type"}, s.Required...)
	s.Description = k.about
	if e := s.Properties["event"]; e != nil {
		e.Ref = schemaRefs + "Event"
	}
	return &s
}

// channels are the addresses of the streams.
func channels(client, server []frameKind) object {
	return object{
		"stream": object{
			"address": "/v1/stream", "title": "The bridge",
			"description": "WebSocket, subprotocol " + Protocol + ", JSON text frames. One connection is one view; it begins with hello.",
			"messages":    messageRefs("#/components/messages/", slices.Concat(client, server)),
			"bindings":    object{"ws": object{"method": "GET", "bindingVersion": "0.1.0"}},
		},
		"events": object{
			"address": "/v1/events", "title": "Server-sent events",
			"description": "The subscription of the bridge for who only listens: the query holds the members of a subscribe frame, lists with commas, " +
				"and view, whose context decides the targets. Each event's name is its frame's type, its data the frame, its id a cursor: " +
				"Last-Event-ID goes before from.",
			"messages": messageRefs("#/components/messages/", heard(server)),
			"bindings": object{"http": object{}},
		},
	}
}

// heard are the frames that a listener gets, who sends none.
func heard(server []frameKind) []frameKind {
	return slices.DeleteFunc(slices.Clone(server), func(k frameKind) bool {
		return k.name == "welcome" || k.name == "ack" || k.name == "refused"
	})
}

func messageRefs(at string, kinds []frameKind) object {
	refs := object{}
	for _, k := range kinds {
		refs[k.name] = object{"$ref": at + k.name}
	}
	return refs
}

// operations are what the server does on its channels.
func operations(client, server []frameKind) object {
	const stream, events = "#/channels/stream", "#/channels/events"
	ops := object{
		"send": object{
			"action": "send", "channel": object{"$ref": stream}, "summary": "What the server sends",
			"messages": refList(stream+"/messages/", namesOf(server)),
		},
		"send_events": object{
			"action": "send", "channel": object{"$ref": events}, "summary": "What a listener gets",
			"messages": refList(events+"/messages/", namesOf(heard(server))),
		},
	}
	for _, k := range client {
		ops["receive_"+k.name] = object{
			"action": "receive", "channel": object{"$ref": stream}, "summary": k.about,
			"messages": refList(stream+"/messages/", []string{k.name}),
			"reply":    object{"channel": object{"$ref": stream}, "messages": refList(stream+"/messages/", k.replies)},
		}
	}
	return ops
}

func namesOf(kinds []frameKind) (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func refList(at string, names []string) (refs []object) {
	for _, name := range names {
		refs = append(refs, object{"$ref": at + name})
	}
	return refs
}

package agui

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The exact bytes of every kind of event: no null for what is absent, no member left out
// that must be there, no line end but LF.
func TestEventsAreWrittenExactly(t *testing.T) {
	empty := ""
	at := time.UnixMilli(1796065614082)
	for _, row := range []struct {
		e    Event
		want string
	}{
		{started, `{"type":"RUN_STARTED","timestamp":1796065614082,"threadId":"t","runId":"r","protocolVersion":"1.0"}`},
		{finished, `{"type":"RUN_FINISHED","timestamp":1796065614082,"threadId":"t","runId":"r","outcome":{"type":"success"}}`},
		{failed, `{"type":"RUN_ERROR","timestamp":1796065614082,"message":"no"}`},
		{StepStarted{"<x>"}, `{"type":"STEP_STARTED","timestamp":1796065614082,"stepName":"<x>"}`},
		{StepFinished{"x"}, `{"type":"STEP_FINISHED","timestamp":1796065614082,"stepName":"x"}`},
		{TextStarted{"m", "assistant"}, `{"type":"TEXT_MESSAGE_START","timestamp":1796065614082,"messageId":"m","role":"assistant"}`},
		{TextContent{"m", "a\r\nb\n\nc"}, `{"type":"TEXT_MESSAGE_CONTENT","timestamp":1796065614082,"messageId":"m","delta":"a\r\nb\n\nc"}`},
		{TextEnded{"m"}, `{"type":"TEXT_MESSAGE_END","timestamp":1796065614082,"messageId":"m"}`},
		{CallStarted{ID: "c", Name: "f"}, `{"type":"TOOL_CALL_START","timestamp":1796065614082,"toolCallId":"c","toolCallName":"f"}`},
		{CallArgs{"c", "{}"}, `{"type":"TOOL_CALL_ARGS","timestamp":1796065614082,"toolCallId":"c","delta":"{}"}`},
		{CallEnded{"c"}, `{"type":"TOOL_CALL_END","timestamp":1796065614082,"toolCallId":"c"}`},
		{CallResult{"c.r", "c", "ok", "tool"}, `{"type":"TOOL_CALL_RESULT","timestamp":1796065614082,"messageId":"c.r","toolCallId":"c","content":"ok","role":"tool"}`},
		{StateSnapshot{}, `{"type":"STATE_SNAPSHOT","timestamp":1796065614082,"snapshot":null}`},
		{StateDelta{[]Op{operation("remove", nil, "a/b", "c~d"), operation("add", 0, "n")}}, `{"type":"STATE_DELTA","timestamp":1796065614082,"delta":[{"op":"remove","path":"/a~1b/c~0d"},{"op":"add","path":"/n","value":0}]}`},
		{MessagesSnapshot{newConversation().snapshot()}, `{"type":"MESSAGES_SNAPSHOT","timestamp":1796065614082,"messages":[]}`},
		{MessagesSnapshot{[]Message{{ID: "m", Role: "assistant", Content: &empty}, {ID: "n", Role: "assistant"}}}, `{"type":"MESSAGES_SNAPSHOT","timestamp":1796065614082,"messages":[{"id":"m","role":"assistant","content":""},{"id":"n","role":"assistant"}]}`},
		{ActivitySnapshot{"a", StepProgress, Row{ID: "r"}}, `{"type":"ACTIVITY_SNAPSHOT","timestamp":1796065614082,"messageId":"a","activityType":"STEP_PROGRESS","content":{"row":"r","title":"","status":"","detail":""}}`},
		{ActivityDelta{"a", StepProgress, []Op{operation("replace", "done", "status")}}, `{"type":"ACTIVITY_DELTA","timestamp":1796065614082,"messageId":"a","activityType":"STEP_PROGRESS","patch":[{"op":"replace","path":"/status","value":"done"}]}`},
		{SubagentStarted{ID: "s", Name: "w"}, `{"type":"SUBAGENT_STARTED","timestamp":1796065614082,"subagentRunId":"s","name":"w"}`},
		{SubagentFinished{ID: "s"}, `{"type":"SUBAGENT_FINISHED","timestamp":1796065614082,"subagentRunId":"s"}`},
		{SubagentFailed{ID: "s", Message: "no"}, `{"type":"SUBAGENT_ERROR","timestamp":1796065614082,"subagentRunId":"s","message":"no"}`},
		{Custom{Name: "x"}, `{"type":"CUSTOM","timestamp":1796065614082,"name":"x","value":null}`},
	} {
		got := appendFrame(nil, row.e, at, "e.1.0")
		if diff := cmp.Diff("id: e.1.0\ndata: "+row.want+"\n\n", string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.e.kind(), diff)
		}
	}
}

func TestAFrameWithoutAMomentHasNeitherIDNorTimestamp(t *testing.T) {
	got := appendFrame(nil, TextEnded{"m"}, time.Time{}, "")
	if want := `data: {"type":"TEXT_MESSAGE_END","messageId":"m"}` + "\n\n"; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestLongTextsAreCutBetweenCharacters(t *testing.T) {
	text := strings.Repeat("日本", maxDelta/4)
	var whole string
	for _, piece := range chunks(text) {
		if len(piece) > maxDelta {
			t.Errorf("a piece of %d bytes", len(piece))
		}
		var back string
		if err := json.Unmarshal(raw(piece), &back); err != nil || back != piece {
			t.Errorf("a piece does not come back: %v", err)
		}
		whole += piece
	}
	if whole != text {
		t.Error("the pieces are not the text")
	}
	if got := chunks(""); got != nil {
		t.Errorf("an empty text has the pieces %q", got)
	}
}

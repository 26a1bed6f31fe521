package launch

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"turnbook/schemas"
)

// issues are an error's issues in one line: the paths, in order.
func issues(err *InputError) string {
	if err == nil {
		return ""
	}
	var paths []string
	for _, i := range err.Issues {
		paths = append(paths, strings.Join(i.Path, "."))
	}
	return strings.Join(paths, " ")
}

func TestTaskArguments(t *testing.T) {
	for _, r := range []struct{ name, args, issues string }{
		{"1 an agent may be named for a workspace", `"kind":"workspace","agentId":"plan"`, ""},
		{"2 the name is normalised", `"kind":"workspace","agentId":"  Plan "`, ""},
		{"3 the alias is refused on its own path", `"kind":"workspace","subagent_type":"plan"`, "subagent_type"},
		{"4 equal names do not help", `"kind":"workspace","agentId":"plan","subagent_type":"plan"`, "subagent_type"},
		{"5 none need be named", `"kind":"workspace"`, ""},
		{"6 n is refused, even 1", `"kind":"workspace","n":1`, "n"},
		{"7 existing needs its workspace", `"kind":"workspace","workspace":{"mode":"existing"}`, "workspace.workspaceId"},
		{"7 fork is refused", `"kind":"workspace","workspace":{"mode":"fork"}`, "workspace.mode"},
		{"8 a sub-agent's two names must agree", `"agentId":"exec","subagent_type":"explore"`, "agentId"},
		{"8 and may, however they are written", `"agentId":"Explore ","subagent_type":"explore"`, ""},
		{"a sub-agent needs a name", `"kind":null`, "agentId"},
		{"the alias is one", `"subagent_type":"Explore"`, ""},
		{"a sub-agent runs once", `"agentId":"explore","n":2`, "n"},
		{"one is once", `"agentId":"explore","n":1`, ""},
		{"issues add up, in order", `"kind":"workspace","subagent_type":"plan","n":1,"workspace":{"mode":"fork"}`, "subagent_type n workspace.mode"},
		{"null is absent, everywhere", `"kind":"workspace","agentId":null,"subagent_type":null,"n":null,"model":null,"thinking":null,"isolation":null,"run_in_background":null,"workspace":{"mode":null,"workspaceId":null,"branchName":null,"trunkBranch":null,"queueDispatchMode":null,"disposable":null}`, ""},
		{"and so is a null workspace", `"kind":"workspace","workspace":null`, ""},
		{"an empty name is no name", `"kind":"workspace","agentId":""`, "agentId"},
		{"nobody knows this, nor that", `"kind":"workspace","attentionPolicy":"x","workspace":{"colour":1}`, "workspace.colour attentionPolicy"},
		{"types are what they are", `"kind":7,"agentId":[],"n":21,"run_in_background":"yes","workspace":[]`, "kind agentId run_in_background n workspace"},
		{"no such words", `"kind":"workspace","isolation":"some","workspace":{"mode":"old","queueDispatchMode":"now"}`, "isolation workspace.mode workspace.queueDispatchMode"},
		{"names are not blank", `"kind":"workspace","model":" ","workspace":{"branchName":"","trunkBranch":" ","workspaceId":" "}`, "model workspace.workspaceId workspace.branchName workspace.trunkBranch"},
		{"no such level", `"kind":"workspace","thinking":"hard"`, "thinking"},
		{"no half level", `"kind":"workspace","thinking":1.5`, "thinking"},
	} {
		t.Run(r.name, func(t *testing.T) {
			_, err := ParseTask([]byte(`{"prompt":"Do it.","title":"Work",` + r.args + `}`))
			if got := issues(err); got != r.issues {
				t.Errorf("got %q, want %q: %v", got, r.issues, err)
			}
			if strings.HasPrefix(r.name, "3") && strings.Contains(err.Error(), "agentId") {
				t.Errorf("the message speaks of agentId: %v", err)
			}
		})
	}
}

func TestTaskIsReadWhole(t *testing.T) {
	got := parse(t, `{"kind":"workspace","agentId":" Plan ","prompt":" Do it. ","title":"Work","run_in_background":true,"model":" a:b ","thinking":2,
		"workspace":{"mode":"existing","workspaceId":" w1 ","branchName":"b","trunkBranch":"main","queueDispatchMode":"turn-end","disposable":true}}`)
	want := Task{
		Kind: schemas.WorkspaceTurn, Agent: "plan", Prompt: " Do it. ", Title: "Work", Background: true, Model: "a:b", Thinking: "2",
		Mode: ModeExisting, Workspace: "w1", Branch: "b", Trunk: "main", Dispatch: schemas.AtTurnEnd, Disposable: true,
	}
	if got != want {
		t.Errorf("got %+v", got)
	}
	got = parse(t, `{"subagent_type":"EXPLORE","prompt":"Look.","title":"Scout","isolation":"none","thinking":" High "}`)
	want = Task{Kind: schemas.AgentTask, Agent: "explore", Prompt: "Look.", Title: "Scout", Thinking: "high", Shared: true, Mode: ModeNew, Dispatch: schemas.AtToolEnd}
	if got != want {
		t.Errorf("got %+v", got)
	}
}

func TestArgumentsThatAreNoObject(t *testing.T) {
	for _, args := range []string{``, `null`, `[]`, `{`, `"x"`, `{"prompt":"a","prompt":"b","title":"t"}`} {
		if _, err := ParseTask([]byte(args)); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
	_, err := ParseTask([]byte(`{"kind":"workspace","prompt":"","title":null}`))
	if got := issues(err); got != "prompt title" {
		t.Errorf("got %q", got)
	}
}

func TestArgumentsOfTheOtherTools(t *testing.T) {
	for _, r := range []struct {
		name, args string
		read       func(json.RawMessage) (any, *InputError)
		want       any
		issues     string
	}{
		{"await all", `{}`, await, Await{Timeout: 10 * time.Minute, MinCompleted: 1}, ""},
		{"look once", `{"task_ids":["wst_1","wst_1"," bash:2 "],"timeout_secs":0,"min_completed":9}`, await, Await{IDs: []string{"wst_1", "bash:2"}, MinCompleted: 2}, ""},
		{"filter", `{"filter":"^E","filter_exclude":true}`, await, Await{Timeout: 10 * time.Minute, MinCompleted: 1, Filter: "^E", FilterExclude: true}, ""},
		{"filter_exclude needs filter", `{"filter_exclude":true}`, await, nil, "filter_exclude"},
		{"no such filter", `{"filter":"("}`, await, nil, "filter"},
		{"bounds", `{"timeout_secs":-1,"min_completed":0,"x":1}`, await, nil, "timeout_secs min_completed x"},
		{"list", `{"statuses":["queued","error"],"includeArchived":true}`, list, List{Statuses: []string{"queued", "error"}, Archived: true}, ""},
		{"list what is unfinished", `{"statuses":null}`, list, List{}, ""},
		{"no such status", `{"statuses":["lost"]}`, list, nil, "statuses"},
		{"stop each once", `{"task_ids":["a","b","a"]}`, stop, Stop{IDs: []string{"a", "b"}}, ""},
		{"stop something", `{"task_ids":[]}`, stop, nil, "task_ids"},
		{"report", `{"message":"Found it."}`, report, Report{Text: "Found it."}, ""},
		{"report something", `{"message":"  "}`, report, nil, "message"},
	} {
		t.Run(r.name, func(t *testing.T) {
			got, err := r.read([]byte(r.args))
			if issues(err) != r.issues || r.want != nil && !reflect.DeepEqual(got, r.want) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func await(raw json.RawMessage) (any, *InputError)  { return ParseAwait(raw) }
func list(raw json.RawMessage) (any, *InputError)   { return ParseList(raw) }
func stop(raw json.RawMessage) (any, *InputError)   { return ParseStop(raw) }
func report(raw json.RawMessage) (any, *InputError) { return ParseReport(raw) }

// What a schema offers, the parser takes, and the other way round; but for fork, which is
// read to be refused, and what every runtime reads and not every one offers.
func TestSchemasOfferWhatTheParsersTake(t *testing.T) {
	type schema struct {
		Properties map[string]schema
		Required   []string
	}
	for _, tool := range Tools(Place{Shares: true}) {
		var s schema
		if err := json.Unmarshal(tool.Arguments, &s); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		read := map[string]func(json.RawMessage) (any, *InputError){
			"task":       func(raw json.RawMessage) (any, *InputError) { return ParseTask(raw) },
			"task_await": await, "task_list": list, "task_stop": stop, "agent_report": report,
		}[tool.Name]
		args := map[string]any{}
		for name := range s.Properties {
			args[name] = nil
		}
		raw, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		if _, wrong := read(raw); wrong != nil && strings.Contains(wrong.Error(), "no such argument") {
			t.Errorf("%s: %v", tool.Name, wrong)
		}
	}
}

func TestTheDescriptionTellsWhoCanBeSpawned(t *testing.T) {
	tool := Tools(Place{Runnable: Usable(everywhere().catalog(), Config{}, SubAgent)})[0]
	for _, want := range []string{
		"- exec: Carries work out in a checkout", "- explore: Finds out how something is", "optional agentId", "e.g. plan", "without it exec",
		"not in it", "stay below 10",
	} {
		if !strings.Contains(tool.Description, want) {
			t.Errorf("%q is not in\n%s", want, tool.Description)
		}
	}
	if strings.Contains(tool.Description, "- plan") || strings.Contains(string(tool.Arguments), "isolation") {
		t.Errorf("it offers what can't be had here: %s %s", tool.Description, tool.Arguments)
	}
	if got := fmt.Sprint(strings.Contains(string(Tools(Place{Shares: true})[0].Arguments), "isolation")); got != "true" {
		t.Error("a shared checkout is not offered")
	}
}

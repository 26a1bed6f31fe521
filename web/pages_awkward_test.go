package web

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/a-h/templ"

	"turnbook/agents"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
	"turnbook/schemas/proof"
)

// awkwardPages are all pages, drawn from what is hard to draw, by the name of their file.
func awkwardPages() map[string]templ.Component {
	all := make(map[string]templ.Component)
	for _, some := range []map[string]templ.Component{shelfPages(), canvasPages(), turnPages(), operationsPages(), deskPages(), delegationPages()} {
		maps.Copy(all, some)
	}
	return all
}

// shelfPages are where playbooks and the library are chosen.
func shelfPages() map[string]templ.Component {
	return map[string]templ.Component{
		"playbooks": playbooksPage(playbooksView{
			Ask: shelfAsk{Words: markupTitle, Page: 2}, Found: 120, Counts: map[document.Status]int{"": 120, document.Draft: 119},
			Playbooks: []playbookCard{
				{ID: "p/1 ?#", Title: markupTitle, Status: document.Draft, Modules: 1, Tasks: 2, Changed: stamp, Lock: &lock{User: `<b>Ann\u202e`, Until: stamp}},
				{ID: "p2", Title: rtlTitle, Status: document.Published, Steps: 1, Changed: stamp},
				{ID: "p3", Title: emojiTitle, Status: document.Archived, Changed: stamp},
			},
			Now: stamp.Time().Add(3 * time.Minute), User: "local", Cursor: "e.9.0",
		}),
		"playbooks-empty":   playbooksPage(playbooksView{Ask: shelfAsk{Page: 1}, Cursor: "snapshot"}),
		"playbooks-nothing": playbooksPage(playbooksView{Ask: shelfAsk{Words: rtlTitle, Status: document.Archived, Page: 1}, Cursor: "snapshot"}),
		"library": libraryPage(libraryView{
			Modules: []libraryModule{
				{
					ID: `m"1`, Title: markupTitle, Found: true,
					Tasks: []libraryTask{{ID: `t'1"`, Title: rtlTitle, Description: markupTitle, Steps: 2, Found: true}, {ID: "t2", Title: emojiTitle, Archived: true, Found: true}},
					Links: []libraryLink{{Title: markupTitle, Link: pathTo("playbooks", "p/1"), Status: document.Draft}},
				},
				{ID: "old", Title: emojiTitle, Archived: true, Found: true, Tasks: []libraryTask{{ID: "t3", Title: "Closed", Found: true}}},
			},
			Tasks:     []libraryTask{{ID: "lone", Title: emojiTitle, Found: true}},
			Templates: []libraryTemplate{{ID: "f", Title: rtlTitle, Format: "form.io", Source: markupTitle, Steps: 1}, {ID: "own", Title: "Sign-off", Description: emojiTitle}},
			Cursor:    "e.9.0",
		}),
		"library-empty":   libraryPage(libraryView{Cursor: "snapshot"}),
		"library-nothing": libraryPage(libraryView{Words: markupTitle, Modules: []libraryModule{{ID: "m", Title: "Other"}}}),
	}
}

// canvasPages are where a playbook and a task are written.
func canvasPages() map[string]templ.Component {
	tree := awkwardTree()
	return map[string]templ.Component{
		"editor":       editorPage(editorView{Playbook: tree, Session: `s"1`, User: "<local>", Talk: awkwardTalk(), Running: "t2", Cursor: "e.9.0"}),
		"editor-empty": editorPage(editorView{Playbook: projections.PlaybookTree{Playbook: projections.Playbook{ID: "p2", Title: "New", Status: document.Draft}}}),
		"task":         taskPage(taskView{Task: tree.Modules[0].Tasks[0], Context: schemas.InPlaybook, Playbook: markupTitle, Module: rtlTitle, Status: document.Draft, Lock: &lock{User: "<bea>"}, User: "local", Talk: awkwardTalk()[:1], Cursor: "e.9.0"}),
	}
}

// turnPages tell of turns.
func turnPages() map[string]templ.Component {
	return map[string]templ.Component{
		"turn":           turnPage(awkwardTurn()),
		"prompt":         promptPage(promptView{Digest: `d"1`, Prompt: agents.Prompt{Agent: "<b>", System: markupTitle + "\n" + rtlTitle, Tools: []agents.Tool{{Name: `t"1`, Description: emojiTitle, Arguments: json.RawMessage(`{"type":"object","title":"</pre>"}`)}}}}),
		"prompt-empty":   promptPage(promptView{Digest: "d2", Prompt: agents.Prompt{Agent: "router"}}),
		"turn-past":      turnPage(awkwardPast()),
		"what-if":        whatIfPage(awkwardWhatIf()),
		"what-ifs":       whatIfsPage(awkwardWhatIfs()),
		"what-ifs-wrong": whatIfsPage(&whatIfsView{Wrong: markupTitle}),
		"sessions": sessionsPage(sessionsView{Sessions: []sessionCard{{
			Session:       projections.Session{ID: "s1234567890abcdef", Playbook: "p/1", Turns: 2, PinnedDomain: schemas.Guide, LastAt: stamp},
			PlaybookTitle: markupTitle, Latest: []projections.Turn{{ID: "t1", Text: rtlTitle, Status: schemas.TurnCancelled, Domain: schemas.Guide}},
			Comments: map[schemas.TurnID]int{"t1": 2},
		}}}),
		"comment-refused": commentRefusedPage(turnAsk{Turn: "t/1", Type: "<b>"}, commentDraft{At: schemas.Position{Seq: 4, Index: 1}, Text: "\n" + markupTitle + " </textarea>\xff", Key: "k"}, rtlTitle),
	}
}

// operationsPages tell of the server and its book.
func operationsPages() map[string]templ.Component {
	return map[string]templ.Component{
		"operations": operationsPage(operationsView{Aside: []projections.Damage{{File: "/data/<i>", Reason: rtlTitle}}, Sync: "always", Head: 12, Lag: 3, Epoch: "e", Build: "test",
			Last: &rebuilt{What: "Comparing the tables with the log", Diff: &projections.Diff{
				Tables: []projections.TableDiff{{Table: "turns", Missing: 1, Extra: 2, Changed: 3}},
				First:  []projections.Difference{{Table: "turns", Key: markupTitle, Kind: "changed", Columns: []projections.Change{{Column: "text", Have: rtlTitle, Want: "x"}}}},
			}},
			Anchors: []projections.Anchor{{Seq: 8, Anchored: 7, Time: stamp, Key: markupTitle}},
			State:   projections.State{AsOf: schemas.Position{Seq: 9}, Version: "v", Damaged: []projections.Damage{{File: "/data/<b>", Reason: markupTitle}}},
			Letters: []projections.DeadLetter{
				{Seq: 5, Type: "playbook.renamed", Boundary: schemas.PlaybookBoundary, BoundaryID: markupTitle, Reason: rtlTitle},
				{Seq: 6, Type: "playbook.renamed", Boundary: schemas.PlaybookBoundary, BoundaryID: "p2", Waiting: true},
			}}),
		"operations-altered": operationsPage(operationsView{Sync: "always", Head: 12, Epoch: "e", Build: "test",
			State: projections.State{AsOf: schemas.Position{Seq: 12}, Version: "v", Following: true},
			Proved: &verified{At: time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC), Report: proof.Report{Head: 11, Findings: []proof.Finding{
				{Kind: proof.Edit, Vendor: "acme", Boundary: "playbook/" + markupTitle, Seq: 5, Event: "e/0", Type: "playbook.renamed", Why: "its bytes are not those that its hash is over"},
			}}},
		}),
	}
}

// deskPages are where the tables are asked.
func deskPages() map[string]templ.Component {
	return map[string]templ.Component{
		"desk": deskPage(deskView{
			Questions: []projections.Question{{Name: "mine", Title: markupTitle, About: rtlTitle}, {Name: "cards", Title: "Cards", Ready: true}},
			Tables:    []projections.Table{{Name: "turns", About: "Turns.", Source: "turn.requested", Key: []string{"id"}, Columns: []projections.Column{{Name: "id", Type: "TEXT", About: "the turn"}}}},
			From:      projections.Question{Name: "mine", Title: markupTitle, About: rtlTitle}, SQL: "SELECT '</textarea><script>' WHERE :a", Params: []projections.Param{{Name: "a", Default: `"<b>`}},
			Chart: projections.Chart{Kind: "line", Y: []string{"a", "b"}}, Live: true, Asked: true, NoChart: markupTitle, Cursor: "e.9.0",
			Answer: tabled{Answer: projections.Answer{Columns: []string{markupTitle, "turn_id"}, Rows: [][]any{{emojiTitle, "t/1"}, {nil, ""}, {int64(9007199254740993), 0.5}}, Limit: 3, Truncated: true, Lag: 2},
				Cost: &projections.PastCost{Messages: 9, Bytes: 4096}},
		}),
		"desk-empty":   deskPage(deskView{Cursor: "snapshot"}),
		"desk-trouble": deskPage(deskView{SQL: "x", Asked: true, Trouble: markupTitle, Cursor: "snapshot"}),
	}
}

// delegationPages tell of workspaces, and of what was delegated.
func delegationPages() map[string]templ.Component {
	return map[string]templ.Component{
		"workspaces":       workspacesPage(awkwardWorkspaces()),
		"workspaces-empty": workspacesPage(workspacesView{Cursor: "snapshot"}),
		"workspaces-off":   workspacesPage(workspacesView{Off: true, Cursor: "snapshot"}),
		"workspace":        workspacePage(awkwardWorkspace()),
		"handles":          handlesPage(handlesView{Trees: taskTrees(awkwardHandles(), map[schemas.WorkspaceID]string{"w0": markupTitle}), More: 2, Cursor: "e.9.0"}),
		"handles-empty":    handlesPage(handlesView{Cursor: "snapshot"}),
		"handle":           handlePage(awkwardHandle()),
		"agents":           agentsPage(awkwardAgents()),
		"agents-empty":     agentsPage(agentsView{}),
		"problem":          problemPage(problemView{Title: "There is no such turn", Detail: markupTitle, Again: true}),
	}
}

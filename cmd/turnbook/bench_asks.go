package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"turnbook/schemas"
)

// A filledBook is a playbook that a conversation is about.
type filledBook struct {
	id       schemas.PlaybookID
	imported schemas.PlaybookImported
	tasks    []schemas.TaskID
}

// A filledAsk is what is asked, from which screen, and how a card is answered; "" for not
// at all.
type filledAsk struct {
	text   string
	screen schemas.UIContext
	answer schemas.CardDecision
}

var (
	filledVerbs = []string{"Check", "Order", "Collect", "Review", "Prepare", "Send", "File", "Confirm"}
	filledNouns = []string{"the badge", "the contract", "the laptop", "the licence", "the rota", "the records", "the uniform", "the certificate"}
)

func filledTitle(rng *rand.Rand) string {
	return filledVerbs[rng.IntN(len(filledVerbs))] + " " + filledNouns[rng.IntN(len(filledNouns))]
}

// filledPlaybook is the nth playbook: two modules of three tasks, each with a step.
func filledPlaybook(n int, rng *rand.Rand) filledBook {
	b := filledBook{id: schemas.PlaybookID(fmt.Sprintf("fill-%d", n))}
	b.imported = schemas.PlaybookImported{Title: fmt.Sprintf("Playbook %d", n), Source: "bench", Format: "bench"}
	for m := range 2 {
		module := schemas.Module{ID: schemas.ModuleID(fmt.Sprintf("fill-%d-m%d", n, m)), Title: fmt.Sprintf("Week %d", m+1)}
		for t := range 3 {
			task := schemas.Task{ID: schemas.TaskID(fmt.Sprintf("fill-%d-t%d%d", n, m, t)), Title: filledTitle(rng)}
			task.Steps = []schemas.Step{{ID: schemas.StepID(task.ID) + "-s", Kind: schemas.Instruction, Title: filledTitle(rng)}}
			module.Tasks, b.tasks = append(module.Tasks, task), append(b.tasks, task.ID)
		}
		b.imported.Modules = append(b.imported.Modules, module)
	}
	return b
}

// ask is the next thing that is asked about a playbook. Most of it writes; some is
// refused, dropped, questioned, or comes from a builder of another playbook.
func (b filledBook) ask(rng *rand.Rand) filledAsk {
	task := b.tasks[rng.IntN(len(b.tasks))]
	builder := b.screen(task, b.id, 1)
	switch rng.IntN(10) {
	case 0, 1, 2:
		return filledAsk{text: fmt.Sprintf("add a step called %q", filledTitle(rng)), screen: builder}
	case 3:
		return filledAsk{text: fmt.Sprintf("rename step 1 to %q", filledTitle(rng)), screen: builder}
	case 4:
		return filledAsk{text: fmt.Sprintf("Build subtasks for task %d in module %d", 1+rng.IntN(3), 1+rng.IntN(2)), screen: b.screen("", "", 0)}
	case 5:
		return filledAsk{text: fmt.Sprintf("add a module called %q", filledTitle(rng)), screen: b.screen("", "", 0)}
	case 6:
		return filledAsk{text: "How many tasks are there?", screen: b.screen("", "", 0)}
	case 7:
		answers := []schemas.CardDecision{schemas.Confirm, schemas.Decline, ""}
		return filledAsk{text: "remove step 1", screen: builder, answer: answers[rng.IntN(len(answers))]}
	case 8:
		return filledAsk{text: fmt.Sprintf("add a step called %q", filledTitle(rng)), screen: b.screen(task, "nurse-onboarding", 1)}
	}
	return filledAsk{text: fmt.Sprintf("add a step called %q", filledTitle(rng)), screen: b.screen(task, b.id, 0)}
}

// screen is the playbook's editor: with a task loaded that belongs to a playbook, where
// there is one, in so many builders.
func (b filledBook) screen(task schemas.TaskID, of schemas.PlaybookID, mounts int) schemas.UIContext {
	ui := map[string]any{"page": "playbook_editor", "is_playbook_editor_route": true, "playbook_id": b.id, "is_draft_active": true}
	if task != "" {
		ui["current_task_id"], ui["builder_mounts"] = task, mounts
		ui["loaded_task"] = map[string]any{"id": task, "context": schemas.InPlaybook, "playbook_id": of}
	}
	raw, _ := json.Marshal(ui) // texts and numbers always marshal
	return schemas.MustUIContext(string(raw))
}

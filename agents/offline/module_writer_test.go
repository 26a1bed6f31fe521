package offline

import (
	"testing"

	"turnbook/agents"
	"turnbook/schemas"
)

func moduleOf(tasks ...string) agents.Request {
	return agents.Request{Agent: "module-writer", Tools: toolsOf("module-writer"), Data: []agents.Data{{Name: "module", JSON: marshal(map[string]any{
		"module_id": "m", "title": "First day", "brief": "what happens on arrival", "playbook": map[string]string{"title": "Joining"}, "tasks": tasks,
	})}}}
}

func TestAModuleWriterWritesThreeTasksOneARound(t *testing.T) {
	calls, text := play(t, moduleOf(), says("added", ""))
	check(t, calls, []string{
		`narrate {"text":"Writing tasks for “First day”"}`,
		`add_task {"title":"Plan: First day","description":"What happens on arrival"}`,
		`add_task {"title":"Do: First day"}`,
		`add_task {"title":"Confirm: First day"}`,
	}, text, "Added. Added. Added.")
}

func TestATaskThatIsThereIsNotWrittenAgain(t *testing.T) {
	calls, text := play(t, moduleOf("Plan: First day", "do first day", "Confirm: First day"), says("added", ""))
	check(t, calls, nil, text, "Its tasks are there already.")
}

func TestAModuleWriterStopsAtARefusal(t *testing.T) {
	calls, text := play(t, moduleOf(), func(_ *agents.Request, c schemas.ToolRequest) result {
		if c.Name == "add_task" {
			return result{"the playbook is published", schemas.CodeNotEditable}
		}
		return result{text: "noted"}
	})
	check(t, calls, []string{
		`narrate {"text":"Writing tasks for “First day”"}`,
		`add_task {"title":"Plan: First day","description":"What happens on arrival"}`,
	}, text, "I could not add the task: the playbook is published.")
}

package offline

import "testing"

// phrasings are asks that come to the same call.
type phrasings struct {
	where, want string
	asks        []string
}

func holdPhrasings(t *testing.T, groups []phrasings) {
	t.Helper()
	_, canvas, task := asksDocument(t)
	for _, g := range groups {
		for _, text := range g.asks {
			if got := answerOf(t, requestFor(g.where, text, canvas, task)).happens(); got != g.want {
				t.Errorf("%s: %q:\n got %s\nwant %s", g.where, text, got, g.want)
			}
		}
	}
}

func TestManyPhrasingsAreOneAskOfTheEditor(t *testing.T) {
	holdPhrasings(t, []phrasings{{
		"playbook-editor",
		"`build_task_steps {\"targets\":[{\"module_index\":0,\"task_index\":0},{\"module_index\":0,\"task_index\":1}]}`",
		[]string{
			"Build subtasks for every task in module 1",
			"BUILD SUBTASKS FOR EVERY TASK IN MODULE 1.",
			"build the subtasks for all the tasks in module one, please",
			"for each task of the first module, build steps",
			"Please generate sub-tasks for all of the tasks in the 1st module!",
			"could you build subtasks for every task in module #1?",
			"Can you please write steps for all tasks in module number 1?",
			"I would like you to create subtasks for each task in “Before day one”",
			"add subtasks to every task in 'Before day one'",
			"build out module 1",
			"flesh out every task in the before day one module",
			"module 1: build subtasks for all its tasks",
			"break down all tasks in module 1 into subtasks",
			"build subtasks in module 1",
			"build subtasks for tasks 1 and 2 of module 1",
			"build subtasks for \"Order laptop\" and \"Set up accounts\"",
			"build three subtasks for every task in module 1",
			"build subtasks for every single task in module 1",
			"build subtasks for tasks in module 1",
		},
	}, {
		"playbook-editor",
		"`add_task {\"module_index\":1,\"title\":\"Order badge\",\"after_task_index\":0}`",
		[]string{
			"add a task called Order badge to module 2 after task 1",
			"Add a new task “Order badge” in the second module after the first task",
			"in module 2, after task 1, add a task named Order badge",
			"add a task Order badge to module 2 after Welcome tour",
			"after \"Welcome tour\" add a task: Order badge",
			"add task 'Order badge' before \"Collect passport\"",
			"create a task titled Order badge after the first task of First day",
		},
	}, {
		"playbook-editor",
		"`rename_task {\"module_index\":1,\"task_index\":0,\"title\":\"Tour\"}`",
		[]string{
			"rename Welcome tour to Tour",
			"rename the task welcome tour to Tour.",
			"Rename task 1 of module 2 to “Tour”",
			"in module 2, rename task 1 to Tour",
			"change the name of the first task in module 2 to Tour",
			"rename the task called \"Welcome Tour\" to \"Tour\"",
			"rename the first task in the First day module to Tour",
		},
	}})
}

func TestManyPhrasingsAddOrChangeAStep(t *testing.T) {
	holdPhrasings(t, []phrasings{{
		"task-builder",
		"`add_step {\"title\":\"Approve: Order laptop\",\"kind\":\"APPROVAL\",\"after_id\":\"s1\"}`",
		[]string{
			"add an approval step after the first one",
			"Add approval after step 1",
			"after the first step, add an approval",
			"insert an approval subtask below “Pick a model”",
			"create a new approval step after the Pick a model step",
			"please put in an approval step after #1 step",
			"could you add one approval step after the 1st?",
			"add an approval step at position 2",
			"add an approval step before step two",
			"Add an APPROVAL step before 'Delivery address', thanks",
			"add an approval step before the form",
			"I want an approval step: add it after step 1",
		},
	}, {
		"task-builder",
		"`update_step {\"step_id\":\"s2\",\"title\":\"Where to?\"}`",
		[]string{
			"rename step 2 to Where to?",
			"Rename the second step to “Where to?”",
			"rename \"Delivery address\" to 'Where to?'",
			"change the title of step 2 to \"Where to?\"",
			"set step 2's name to \"Where to?\"",
			"update the delivery address step's title to Where to?",
			"rename subtask two to Where to?, please",
			"rename the form to \"Where to?\"",
			"rename Delivery address to Where to?",
			"rename the step called Delivery address to Where to?",
			"can you retitle the second one to \"Where to?\"?",
		},
	}})
}

func TestManyPhrasingsMoveOrRemoveSteps(t *testing.T) {
	holdPhrasings(t, []phrasings{{
		"task-builder",
		"`remove_steps {\"step_ids\":[\"s1\",\"s2\"]}`",
		[]string{
			"remove the first two steps",
			"delete steps 1 and 2",
			"Delete step 1 and step 2.",
			"please drop the first 2 subtasks",
			"remove the first two",
			"could you erase the first two steps of this task?",
			"delete the first two subtasks and ask me again if they changed",
		},
	}, {
		"task-builder",
		"`remove_steps {\"step_ids\":[\"s1\",\"s2\",\"s3\"]}`",
		[]string{
			"delete everything",
			"remove all steps",
			"delete every step",
			"remove all the subtasks, please",
			"delete all of the steps in this task",
			"remove the last three steps",
		},
	}, {
		"task-builder",
		"`move_step {\"step_id\":\"s3\",\"after_id\":\"\"}`",
		[]string{
			"move step 3 before step 1",
			"move the last step to the top",
			"put step 3 first",
			"move \"In stock?\" above \"Pick a model\"",
			"move step 3 to position 1",
			"please move the third one to the beginning",
			"shift the decision before the first step",
		},
	}, {
		"task-builder",
		"`move_step {\"step_id\":\"s1\",\"parent_id\":\"s3\",\"branch\":\"no\"}`",
		[]string{
			"move \"Pick a model\" under the no branch of step 3",
			"move step 1 into the no branch of \"In stock?\"",
			"put step 1 in the No branch",
			"Move the first step to the no branch of the decision.",
		},
	}})
}

func TestManyPhrasingsChangeAForm(t *testing.T) {
	holdPhrasings(t, []phrasings{{
		"task-builder",
		"`edit_form {\"step_id\":\"s2\",\"ops\":[{\"op\":\"update_element\",\"id\":\"name\",\"change\":{\"required\":true}}]}`",
		[]string{
			"make the name required",
			"make \"Name\" mandatory",
			"make the name question required, please",
			"set the name question to required",
			"make the name in step 2 required",
			"could you make the name in the form required?",
		},
	}, {
		"task-builder",
		"`edit_form {\"step_id\":\"s2\",\"ops\":[{\"op\":\"add_element\",\"id\":\"phone\",\"element\":{\"type\":\"phone\",\"label\":\"Phone\"}}]}`",
		[]string{
			"add a phone question to the form",
			"add a phone field to step 2",
			"add a question called Phone to \"Delivery address\"",
			"add a new phone question",
		},
	}})
}

func TestManyPhrasingsAreAboutTheWholeTask(t *testing.T) {
	holdPhrasings(t, []phrasings{{
		"task-builder",
		"`build_subtask {}`",
		[]string{
			"write the subtasks",
			"build this task's subtasks",
			"write subtasks for this task",
			"please generate the steps of this task",
			"Flesh out this task!",
			"break this task down into steps",
			"add subtasks",
		},
	}, {
		"task-builder",
		"`list_step_templates {}`",
		[]string{
			"use the \"Sign-off\" template",
			"use the Sign-off template",
			"apply the template Sign-off",
			"please use the template called \"Sign-off\"",
			"what templates are there?",
			"which templates do you have?",
			"list the templates",
		},
	}, {
		"task-builder",
		"`update_progress {\"title\":\"Getting ready\"}`",
		[]string{
			"call the progress Getting ready",
			"name the progress \"Getting ready\"",
			"please rename the progress to Getting ready",
			"set the progress title to Getting ready",
		},
	}, {
		"task-builder",
		"`return_to_router {\"reason\":\"you asked for it\"}`",
		[]string{"hand this back", "please hand it back to the router", "hand back"},
	}})
}

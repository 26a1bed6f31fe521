// Package playbookeditor is the domain that changes a playbook from its canvas: its
// title, modules and tasks, and, by sub-agents, the subtasks of its tasks (path A of
// authoring.md section 6).
//
// build_task_steps and the paragraph of the prompt that speaks of it exist together
// or not at all: both hang on the one flag.
package playbookeditor

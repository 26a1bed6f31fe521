package web

import "turnbook/schemas"

// questions are the rules' questions, and those of their rungs, under the names that
// stand in the log. A name that is not here is shown as it is.
var questions = map[string]map[string]string{
	"bucket": {
		"":              "Is this still the same place on the screen?",
		"same_bucket":   "Is the screen where it was at the last message?",
		"domain_pinned": "Does an agent hold this conversation?",
	},
	"pick": {
		"":             "Who did the router pick?",
		"answered":     "Did the router answer?",
		"well_formed":  "Was its answer readable?",
		"known":        "Does it name an agent that exists?",
		"not_declined": "Has that agent not declined this message before?",
	},
	"redirect": {
		"":                           "Should the playbook editor take it instead?",
		"router_picked_task_builder": "Was the task builder picked?",
		"on_editor_route":            "Is the playbook editor on the screen?",
		"no_builder_open":            "Are all subtask builders closed?",
		"no_builder_of_this_canvas":  "Is no subtask builder open that belongs to this canvas?",
	},
	"target-task": {
		"":                  "Which task may be written?",
		"capability_on":     "May agents write subtasks here at all?",
		"target_named":      "Does the screen name an open task?",
		"hydrated":          "Was that task found?",
		"surface_supported": "Can tasks be written where it lives?",
		"not_archived":      "Is it still in use?",
	},
	"canvas-write": {
		"":             "May this task be written from the canvas?",
		"editable":     "Is the playbook a draft that nobody else has locked?",
		"assigned":     "Is it the task that this worker was given?",
		"on_canvas":    "Does that task stand on the canvas?",
		"module_own":   "Is its module the playbook's own?",
		"step_unsaved": "Is the step still unsaved?",
	},
	"task-write": {
		"":           "May this task be written from its builder?",
		"target_ok":  "May the open task be written?",
		"module_own": "Is its module the playbook's own?",
	},
	"document-edit": {
		"":                "May the playbook be changed so?",
		"editable":        "Is the playbook a draft that nobody else has locked?",
		"module_known":    "Is that module there?",
		"id_free":         "Is its id still free?",
		"module_linkable": "Is it in the library, and not linked yet?",
		"sibling_known":   "Is the one before it there?",
		"task_known":      "Is that task there?",
		"module_own":      "Is its module the playbook's own?",
		"holder_own":      "Is the module it goes to the playbook's own?",
		"title":           "Is the title usable?",
	},
	"library-edit": {
		"":                  "May the library be changed so?",
		"op":                "Is there such a change?",
		"id_free":           "Is its id still free?",
		"module_known":      "Is that module there?",
		"not_archived":      "Is that module still in use?",
		"task_known":        "Is that task there?",
		"task_not_archived": "Is that task still in use?",
		"sibling_known":     "Is the one before it there?",
		"title":             "Is the title usable?",
		"description":       "Is the description short enough?",
	},
	"hand-edit": {
		"":             "May the steps be edited by hand?",
		"exists":       "Is the playbook there?",
		"not_archived": "Is it still in use?",
		"draft":        "Is it a draft?",
		"free_or_own":  "Does nobody else edit it?",
		"task_known":   "Is that task there?",
		"module_own":   "Is its module the playbook's own?",
		"changes":      "Is anything to be changed?",
		"step_known":   "Is that step there?",
		"seen":         "Was everything that would go with it seen?",
		"edit_known":   "Was that edit made, and by hand?",
		"untouched":    "Is what it touched as it left it?",
		"applies":      "Can it be done to the steps that are there?",
	},
	"flush-playbook": {
		"":                      "May the steps be saved?",
		"exists":                "Is the playbook there?",
		"draft":                 "Is it a draft?",
		"not_locked_by_another": "Has nobody else locked it?",
	},
	"flush-library": {
		"":             "May the steps be saved in the library?",
		"exists":       "Is the module there?",
		"not_archived": "Is it still in use?",
	},
	"playbook-life": {
		"":             "May the playbook be locked, published or archived?",
		"draft":        "Is it a draft?",
		"free_or_own":  "Does nobody else edit it?",
		"not_archived": "Is it still in use?",
	},
	"card": {
		"":                 "Is what was confirmed still what is there?",
		"fingerprint_same": "Are the steps as they were when the card was shown?",
	},
	"hand-back": {
		"":                     "Can the turn be handed to another agent?",
		"viewed_from_playbook": "Was the task opened from a playbook?",
	},
	"arguments": {
		"":          "Does what the tool was given make sense?",
		"arguments": "Are its arguments complete and readable?",
	},
	"progress": {
		"":        "May an agent say how far it is?",
		"no_rows": "Did it leave the rows of progress alone?",
	},
	"site": {
		"":     "Is there a task that may be written?",
		"site": "Was one found?",
	},
	"target": {
		"":                           "Where does the step belong on the screen?",
		"not_on_editor_route":        "Is the screen something else than the playbook editor?",
		"other_playbook_on_canvas":   "Does the screen show another playbook?",
		"task_addressed":             "Is the step meant for an open builder?",
		"no_builder_mounted":         "Is every subtask builder closed?",
		"loaded_task_not_authorable": "Is the open task closed to agents?",
		"another_task_loaded":        "Has the builder another task open?",
		"coordinate_addressed":       "Does the step name its place on the canvas?",
	},
}

// looked names what a check looked at, where that is a bare true or false.
var looked = map[string]string{
	"redirect on_editor_route":   "the screen shows the playbook editor",
	"target-task not_archived":   "archived",
	"flush-playbook exists":      "the playbook exists",
	"flush-library exists":       "the module exists",
	"flush-library not_archived": "archived",
	"target not_on_editor_route": "the screen shows the playbook editor",
	"target no_builder_mounted":  "a builder is open",
}

// answers are outcomes of one rule in words.
var answers = map[string]string{
	"bucket classify":     "Nobody holds it: the router picks",
	"bucket unpin":        "The screen changed: the agent is let go and the router picks anew",
	"bucket keep":         "The same agent goes on",
	"redirect redirected": "Yes: the router picked the task builder, but no subtask builder is open that could show its steps here, so the playbook editor takes the message",
	"target-task OK":      "The task that is open in the builder",
	"card OK":             "Yes: it was carried out",
	"card STALE_CARD":     "No: the steps were changed after the card was shown, so nothing was deleted",
	"hand-back OK":        "Yes",
	"progress MODEL_ROWS": "Only its title: how far the work is follows from the steps that are there",
}

// keptReasons say which check let a router's pick stand.
var keptReasons = map[string]string{
	"router_picked_task_builder": "the router did not pick the task builder",
	"on_editor_route":            "the playbook editor is not on the screen",
	"no_builder_open":            "a subtask builder is open, and the task builder can write into it",
	"no_builder_of_this_canvas":  "a subtask builder of this canvas is open, and the task builder can write into it",
}

// reasons say in half a sentence why something was refused.
var reasons = map[schemas.Code]string{
	schemas.CodeNotEditable:        "the playbook can't be written now, since it is no draft any more or somebody else is editing it",
	schemas.CodeUnassigned:         "it is not the task that this worker was given",
	schemas.CodeInvalidIndex:       "there is no such task on the canvas",
	schemas.CodeLinkedModule:       "the module is the library's and is changed there, so that all who share it see the same",
	schemas.CodePersisted:          "the step was saved before, and from the canvas agents only add to what is saved",
	schemas.CodeCapabilityOff:      "agents may not write subtasks here; the capability is switched off",
	schemas.CodeNoTarget:           "no task was open",
	schemas.CodeHydrationFailed:    "the open task was not found in the book",
	schemas.CodeUnsupportedSurface: "the playbook is published, and agents write only drafts and the library",
	schemas.CodeArchived:           "it is archived",
	schemas.CodeNobodyToHandTo:     "the task was opened from the library, where no other agent owns what was asked for",
	schemas.CodeUnknownTool:        "there is no such tool",
	schemas.CodeInvalidArguments:   "what was asked for is incomplete or makes no sense",
	schemas.CodeUnknownStep:        "there is no such step",
	schemas.CodeUnknownModule:      "there is no such module",
	schemas.CodeUnknownTask:        "there is no such task",
	schemas.CodeUnknownTemplate:    "there is no such template",
	schemas.CodeNotBranchable:      "that step has no such branch to hold other steps",
	schemas.CodeNotRun:             "its round ended before",
	schemas.CodeModelRows:          "how far the work is follows from the steps that are there, not from what an agent claims; only its title was taken",
	schemas.CodeOutside:            "the path leads out of the checkout, or into the folder that belongs to Git",
	schemas.CodeNoFile:             "there is no such file",
	schemas.CodeFileFailed:         "the file system would not",
	schemas.CodeFileTooLarge:       "the file is too large",
	schemas.CodeNotText:            "the file is no text",
	schemas.CodeNotOnce:            "the text to replace does not stand in the file exactly once",
	schemas.CodePlanOnly:           "while an agent plans, it may change its plan alone",
	schemas.CodePlanSpelling:       "the path of the plan was spelled otherwise",
	schemas.CodeNoPlan:             "there is no plan to propose",
	schemas.CodeNoShell:            "commands are not allowed in this workspace",
	schemas.CodeRanInPart:          "the command was begun before a crash, and is not run twice",
	schemas.CodeUnknownCommand:     "the command ended with the program",
	schemas.CodeUnreachable:        "the checkout can't be reached",
	schemas.CodeStaleCard:          "the steps were changed after the card was shown",
	schemas.CodeDeclined:           "you declined",
	schemas.CodeLocked:             "somebody else is editing the playbook",
	schemas.CodeGone:               "what it builds on is no longer there",
	schemas.CodeUnseenSteps:        "it would have taken steps that were not on the screen",
	schemas.CodeUnknownEdit:        "there is no such edit by hand",
	schemas.CodeUndoStale:          "what the edit touched was changed since",
	schemas.CodeTimedOut:           "its time was up",
	schemas.CodeCancelled:          "the turn was stopped",
}

// consequence says what a refusal means for the document.
func consequence(c schemas.Code) string {
	switch c {
	case schemas.CodePersisted:
		return "The step stands as it was; open its task to change it."
	case schemas.CodeLinkedModule:
		return "Open the module in the library to change it."
	case schemas.CodeNotEditable, schemas.CodeLocked:
		return "Nothing was changed; who edits it is shown above the canvas."
	case schemas.CodeNoTarget:
		return "Open a task and ask again."
	case schemas.CodeStaleCard:
		return "Nothing was deleted; ask again to decide on what is there now."
	case schemas.CodeNobodyToHandTo:
		return "The agent said where it is changed instead."
	case schemas.CodeUntrustedProject:
		return "Trust the project on the page of workspaces, then launch again."
	case schemas.CodeLimitReached:
		return "Wait until one ends, or stop one."
	}
	return "Nothing was changed."
}

// toolVerb is what a tool does, as in "wanted to …".
func toolVerb(tool string) string {
	switch tool {
	case "add_step":
		return "add a step"
	case "update_step":
		return "change a step"
	case "move_step":
		return "move a step"
	case "remove_step":
		return "delete a step"
	case "remove_steps":
		return "delete steps"
	case "write_form", "edit_form", "plan_form_edits":
		return "write a form"
	case "build_task_steps", "build_subtask":
		return "write the steps of a task"
	case "lookup_task":
		return "read a task"
	case "return_to_router":
		return "hand the message to another agent"
	case "get_step_template", "list_step_templates":
		return "read a template"
	case "add_modules":
		return "add modules"
	case "add_module", "rename_module", "move_module", "link_module":
		return "change a module"
	case "add_task", "rename_task", "move_task":
		return "change a task"
	case "rename_playbook":
		return "rename the playbook"
	case "task":
		return "delegate work"
	case "task_await", "task_list":
		return "look after delegated work"
	case "task_stop":
		return "stop delegated work"
	case "agent_report":
		return "report"
	case "propose_plan":
		return "propose a plan"
	case "read", "list", "search":
		return "read files"
	case "write", "edit":
		return "change a file"
	case "shell":
		return "run a command"
	case "":
		return "do something"
	}
	return "use “" + shown(tool) + "”"
}

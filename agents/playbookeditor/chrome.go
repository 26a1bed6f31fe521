package playbookeditor

import (
	"encoding/json"
	"fmt"
	"slices"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A chromeTool edits the playbook's chrome. read makes a model's arguments, which
// count, an edit, which names: an index means something only on the canvas that it
// was read from.
type chromeTool struct {
	tool agents.Tool
	read func(canvas document.Canvas, a chromeArgs, minted string) (schemas.DocumentEdit, *complaint)
}

// chromeArgs are the arguments of all chrome tools; each tool's schema says which of
// them it takes.
type chromeArgs struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Module      *int   `json:"module_index"`
	Task        *int   `json:"task_index"`
	AfterModule *int   `json:"after_module_index"`
	AfterTask   *int   `json:"after_task_index"`
	To          *int   `json:"to_index"`
	ToModule    *int   `json:"to_module_index"`
}

// A complaint says why arguments name nothing.
type complaint struct {
	code schemas.Code
	why  string
}

func noSuch(format string, args ...any) *complaint {
	return &complaint{schemas.CodeInvalidIndex, fmt.Sprintf(format, args...)}
}

// IsChrome says whether a tool edits the playbook's chrome.
func IsChrome(tool string) bool {
	return slices.ContainsFunc(chromeTools, func(t chromeTool) bool { return t.tool.Name == tool })
}

// ReadEdit reads the arguments of a chrome tool on a canvas. minted is the id that a
// new module or task gets. code and why say what is wrong; code is "" for nothing.
func ReadEdit(tool string, raw json.RawMessage, canvas document.Canvas, minted string) (edit schemas.DocumentEdit, code schemas.Code, why string) {
	i := slices.IndexFunc(chromeTools, func(t chromeTool) bool { return t.tool.Name == tool })
	if i < 0 {
		return edit, schemas.CodeUnknownTool, fmt.Sprintf("there is no tool %q", tool)
	}
	var args chromeArgs
	if err := steps.Strict(raw, &args); err != nil {
		return edit, schemas.CodeInvalidArguments, err.Error()
	}
	if canvas.Playbook == nil {
		return edit, schemas.CodeNotEditable, "no playbook is on the canvas"
	}
	edit, c := chromeTools[i].read(canvas, args, minted)
	if c != nil {
		return edit, c.code, c.why
	}
	edit.Playbook = canvas.Playbook.ID
	return edit, "", ""
}

var chromeTools = []chromeTool{
	{tool("rename_playbook", "Give the playbook another title, when the user asks for that; never to tidy up.", []string{"title"}, title), func(_ document.Canvas, a chromeArgs, _ string) (schemas.DocumentEdit, *complaint) {
		return schemas.DocumentEdit{Op: schemas.RenamePlaybook, Title: a.Title}, nil
	}},
	{tool("add_module", "Add one empty module; without after_module_index it goes to the end. For several modules with tasks in them use write_modules.", []string{"title"}, title, index("after_module_index")), addModule},
	{tool("rename_module", "Give a module another title. Not for a linked module: its title is the library's.", []string{"module_index", "title"}, index("module_index"), title), renameModule},
	{tool("move_module", "Move a module to another place; to_index counts without the module itself.", []string{"module_index", "to_index"}, index("module_index"), index("to_index")), moveModule},
	{tool("add_task", "Add one task to a module; without after_task_index it goes to the end. Not in a linked module. A task is not a subtask: those are written by build_task_steps, where you have it.", []string{"module_index", "title"}, index("module_index"), title, `"description":{"type":"string"}`, index("after_task_index")), addTask},
	{tool("rename_task", "Give a task another title. Not in a linked module.", []string{"module_index", "task_index", "title"}, index("module_index"), index("task_index"), title), renameTask},
	{tool("move_task", "Move a task, with its subtasks, to another place in its module or in another one; without to_index it goes to the end. Not out of or into a linked module.", []string{"module_index", "task_index", "to_module_index"}, index("module_index"), index("task_index"), index("to_module_index"), index("to_index")), moveTask},
}

const title = `"title":{"type":"string"}`

func index(name string) string { return `"` + name + `":{"type":"integer","minimum":0}` }

// tool writes a chrome tool's declaration.
func tool(name, description string, required []string, properties ...string) agents.Tool {
	need, _ := json.Marshal(required) // strings always marshal
	schema := `{"type":"object","additionalProperties":false,"required":` + string(need) + `,"properties":{`
	for i, p := range properties {
		if i > 0 {
			schema += ","
		}
		schema += p
	}
	return agents.Tool{Name: name, Description: description, Arguments: json.RawMessage(schema + "}}")}
}

func addModule(c document.Canvas, a chromeArgs, minted string) (schemas.DocumentEdit, *complaint) {
	e := schemas.DocumentEdit{Op: schemas.AddModule, Module: schemas.ModuleID(minted), Title: a.Title}
	after := len(c.Playbook.Modules) - 1
	if a.AfterModule != nil {
		after = *a.AfterModule
	}
	if after >= 0 {
		m, wrong := moduleAt(c, &after)
		if wrong != nil {
			return e, wrong
		}
		e.AfterModule = m.ID
	}
	return e, nil
}

func renameModule(c document.Canvas, a chromeArgs, _ string) (schemas.DocumentEdit, *complaint) {
	m, wrong := moduleAt(c, a.Module)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	return schemas.DocumentEdit{Op: schemas.RenameModule, Module: m.ID, Title: a.Title}, nil
}

func moveModule(c document.Canvas, a chromeArgs, _ string) (schemas.DocumentEdit, *complaint) {
	m, wrong := moduleAt(c, a.Module)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	e := schemas.DocumentEdit{Op: schemas.MoveModule, Module: m.ID}
	if a.To == nil || *a.To < 0 || *a.To >= len(c.Playbook.Modules) {
		return e, noSuch("to_index names no place on the canvas")
	}
	// The place is counted without the module that moves.
	others := make([]schemas.ModuleID, 0, len(c.Playbook.Modules))
	for _, o := range c.Playbook.Modules {
		if o.ID != m.ID {
			others = append(others, o.ID)
		}
	}
	if *a.To > 0 {
		e.AfterModule = others[*a.To-1]
	}
	return e, nil
}

func addTask(c document.Canvas, a chromeArgs, minted string) (schemas.DocumentEdit, *complaint) {
	m, wrong := moduleAt(c, a.Module)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	e := schemas.DocumentEdit{Op: schemas.AddTask, Module: m.ID, Task: schemas.TaskID(minted), Title: a.Title, Description: a.Description}
	after := len(m.Tasks) - 1
	if a.AfterTask != nil {
		after = *a.AfterTask
	}
	if after >= len(m.Tasks) || after < -1 {
		return e, noSuch("there is no task %d in module %d to stand after", after, *a.Module)
	}
	if after >= 0 {
		e.AfterTask = m.Tasks[after].ID
	}
	return e, nil
}

func renameTask(c document.Canvas, a chromeArgs, _ string) (schemas.DocumentEdit, *complaint) {
	_, t, wrong := taskAt(c, a.Module, a.Task)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	return schemas.DocumentEdit{Op: schemas.RenameTask, Task: t.ID, Title: a.Title}, nil
}

func moveTask(c document.Canvas, a chromeArgs, _ string) (schemas.DocumentEdit, *complaint) {
	_, t, wrong := taskAt(c, a.Module, a.Task)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	to, wrong := moduleAt(c, a.ToModule)
	if wrong != nil {
		return schemas.DocumentEdit{}, wrong
	}
	e := schemas.DocumentEdit{Op: schemas.MoveTask, Task: t.ID, Module: to.ID}
	others := make([]schemas.TaskID, 0, len(to.Tasks))
	for _, o := range to.Tasks {
		if o.ID != t.ID {
			others = append(others, o.ID)
		}
	}
	at := len(others)
	if a.To != nil {
		at = *a.To
	}
	if at < 0 || at > len(others) {
		return e, noSuch("to_index %d names no place in module %d", at, *a.ToModule)
	}
	if at > 0 {
		e.AfterTask = others[at-1]
	}
	return e, nil
}

func moduleAt(c document.Canvas, i *int) (*document.Module, *complaint) {
	if i == nil {
		return nil, &complaint{schemas.CodeInvalidArguments, "an index of a module is missing"}
	}
	m, ok := c.Module(*i)
	if !ok {
		return nil, noSuch("there is no module %d on the canvas; it has %d, counted from 0", *i, len(c.Playbook.Modules))
	}
	return m, nil
}

func taskAt(c document.Canvas, module, task *int) (*document.Module, *document.Task, *complaint) {
	m, wrong := moduleAt(c, module)
	if wrong != nil {
		return nil, nil, wrong
	}
	if task == nil || *task < 0 || *task >= len(m.Tasks) {
		return nil, nil, noSuch("there is no such task in module %d; it has %d, counted from 0", *module, len(m.Tasks))
	}
	return m, m.Tasks[*task], nil
}

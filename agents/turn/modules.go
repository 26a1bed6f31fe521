package turn

import (
	"encoding/json"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// ModuleWriter is the agent that fills a module with tasks when a playbook is made
// from scratch.
const ModuleWriter = "module-writer"

// Names of the tools by which a playbook is made from scratch.
const (
	CreatePlaybookTool = "create_playbook"
	WriteModules       = "write_modules"
	AddTask            = "add_task"
)

// maxModules is how many modules one call may ask for.
const maxModules = 40

// createPlaybook asks for a new, empty playbook: an effect. It is the turn's canvas
// once it is there.
func (d *decision) createPlaybook(l *Lane, c schemas.ToolCalled) bool {
	var args struct {
		Title string `json:"title"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.emit(c)
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return true
	}
	c.Edit = &schemas.DocumentEdit{Op: schemas.CreatePlaybook, Playbook: schemas.PlaybookID(c.Call), Title: args.Title}
	d.emit(c)
	return false
}

// writeModules asks for new modules, all in one append, each of which a worker fills
// with tasks. The call returns when the last worker has ended.
func (d *decision) writeModules(l *Lane, c schemas.ToolCalled) bool {
	var args struct {
		Modules []struct {
			Title string `json:"title"`
			Brief string `json:"brief"`
		} `json:"modules"`
	}
	err := steps.Strict(c.Args, &args)
	if err == nil && (len(args.Modules) == 0 || len(args.Modules) > maxModules) {
		err = fmt.Errorf("modules holds %d; give 1 to %d", len(args.Modules), maxModules)
	}
	if err != nil {
		d.emit(c)
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return true
	}
	edit := schemas.DocumentEdit{Op: schemas.AddModules, Playbook: d.t.canvasID()}
	for i, m := range args.Modules {
		edit.Modules = append(edit.Modules, schemas.NewModule{Module: schemas.ModuleID(fmt.Sprintf("%s.%d", c.Call, i)), Title: m.Title, Brief: m.Brief})
	}
	c.Edit = &edit
	d.emit(c)
	return false
}

// fillModules begins a lane for each module that was just added.
func (d *decision) fillModules(l *Lane, c schemas.ToolCalled) {
	d.as(bySystem)
	for i, m := range c.Edit.Modules {
		lane := schemas.LaneID(fmt.Sprintf("w%d_%d", l.minted, i))
		d.emit(schemas.LaneQueued{
			Lane: lane, Call: c.Call, Agent: ModuleWriter, Brief: m.Brief,
			Assignment: schemas.Assignment{Playbook: c.Edit.Playbook, Module: m.Module},
		})
		d.emit(schemas.RowChanged{Row: schemas.RowID(lane), Title: m.Title, Status: schemas.RowPending})
	}
	d.fillPool()
}

// addTaskToModule is a module worker's add_task: to the end of its own module, and to
// no other.
func (d *decision) addTaskToModule(l *Lane, c schemas.ToolCalled) bool {
	var args struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.emit(c)
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return true
	}
	edit := schemas.DocumentEdit{
		Op: schemas.AddTask, Playbook: l.Assignment.Playbook, Module: l.Assignment.Module, Task: schemas.TaskID(c.Call),
		Title: args.Title, Description: args.Description,
	}
	if m := d.module(l); m != nil && len(m.Tasks) > 0 {
		edit.AfterTask = m.Tasks[len(m.Tasks)-1].ID
	}
	c.Edit = &edit
	d.emit(c)
	return false
}

// module is the module of a worker's lane, as it stands; nil where it is gone.
func (d *decision) module(l *Lane) *document.Module {
	m, _, ok := d.w.Playbook(l.Assignment.Playbook).Module(l.Assignment.Module)
	if !ok {
		return nil
	}
	return m
}

// moduleView is what a module worker is shown.
type moduleView struct {
	ID       schemas.ModuleID `json:"module_id"`
	Title    string           `json:"title"`
	Brief    string           `json:"brief,omitempty"`
	Playbook struct {
		Title string `json:"title"`
	} `json:"playbook"`
	Tasks []string `json:"tasks"`
}

// moduleRequest is a module worker's round. It has no conversation but its own.
func (d *decision) moduleRequest(call CallModel, l *Lane) agents.Request {
	view := moduleView{ID: l.Assignment.Module, Brief: l.Brief, Tasks: []string{}}
	if p := d.w.Playbook(l.Assignment.Playbook); p != nil {
		view.Playbook.Title = p.Title
	}
	if m := d.module(l); m != nil {
		view.Title = m.Title
		for _, t := range m.Tasks {
			view.Tasks = append(view.Tasks, t.Title)
		}
	}
	return agents.Request{
		Call: call.Call, Agent: ModuleWriter,
		Data:     []agents.Data{agents.NewData("module", view)},
		Messages: append([]agents.Message{{Role: agents.UserRole, Text: "Write the tasks of the module in `module`, as its brief says if it has one."}}, l.Talk...),
		Tools:    moduleWriterTools(),
	}
}

func moduleWriterTools() []agents.Tool {
	return []agents.Tool{narrateTool, {
		Name: AddTask, Description: "Add one task to the end of your module. What module.tasks lists is there already.",
		Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"type":"string"},"description":{"type":"string"}}}`),
	}}
}

var createPlaybookTool = agents.Tool{
	Name:        CreatePlaybookTool,
	Description: "Make a new, empty playbook when the user asks for one from scratch, and only then: a change of the playbook on the canvas needs none. It is your canvas from then on; fill it with write_modules.",
	Arguments:   json.RawMessage(`{"type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"type":"string"}}}`),
}

var writeModulesTool = agents.Tool{
	Name:        WriteModules,
	Description: "Add modules at the end of the playbook and have each filled with tasks by a sub-agent, several at a time. Give all modules in one call. Not for a module that is there, and not for one that is to stay empty. Answers how many tasks were built.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["modules"],"properties":{
"modules":{"type":"array","minItems":1,"maxItems":40,"items":{"type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"type":"string"},"brief":{"type":"string","description":"what its worker should know"}}}}}}`),
}

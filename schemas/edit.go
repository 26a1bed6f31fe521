package schemas

// An EditOp is a change of a document's chrome: titles, modules, tasks.
type EditOp string

const (
	RenamePlaybook EditOp = "rename_playbook"
	AddModule      EditOp = "add_module"
	LinkModule     EditOp = "link_module"
	RenameModule   EditOp = "rename_module"
	MoveModule     EditOp = "move_module"
	AddTask        EditOp = "add_task"
	RenameTask     EditOp = "rename_task"
	MoveTask       EditOp = "move_task"
	CreatePlaybook EditOp = "create_playbook"
	AddModules     EditOp = "add_modules"
	ArchiveModule  EditOp = "archive_module" // of the library
	ArchiveTask    EditOp = "archive_task"   // of the library
)

// A NewModule is a module that an edit adds with others, in order, at the end.
type NewModule struct {
	Module ModuleID `json:"module_id" jsonschema:"the new module"`
	Title  string   `json:"title" words:"author" jsonschema:"what it is about"`
	Brief  string   `json:"brief,omitempty" words:"model" jsonschema:"what its worker is told"`
}

// A DocumentEdit is a change of a document's chrome, with everything resolved to ids:
// coordinates mean something only at the moment they were read. Without a playbook it
// is the library's; which ops there are for each, its gate knows.
type DocumentEdit struct {
	Op          EditOp      `json:"op" jsonschema:"rename_playbook, add_module, link_module, rename_module, move_module, add_task, rename_task, move_task, create_playbook or add_modules"`
	Playbook    PlaybookID  `json:"playbook_id" jsonschema:"the playbook"`
	Module      ModuleID    `json:"module_id,omitempty" jsonschema:"the module: the new one for add_module, the holder for add_task and move_task"`
	Task        TaskID      `json:"task_id,omitempty" jsonschema:"the task: the new one for add_task"`
	Title       string      `json:"title,omitempty" words:"author" jsonschema:"the title"`
	Description string      `json:"description,omitempty" words:"author" jsonschema:"the description, for add_task"`
	AfterModule ModuleID    `json:"after_module_id,omitempty" jsonschema:"the module before it; absent for the first place"`
	AfterTask   TaskID      `json:"after_task_id,omitempty" jsonschema:"the task before it; absent for the first place"`
	Modules     []NewModule `json:"modules,omitempty" jsonschema:"the new modules, for add_modules"`
}

// DocumentEdited records what a tool that writes a document at once (modules,
// tasks, titles) came to. It is a recorded input: the edit itself stands in the
// document's own boundary, under an id made of the call.
type DocumentEdited struct {
	Call   CallID  `json:"call_id" jsonschema:"the tool call"`
	Lane   LaneID  `json:"lane" jsonschema:"whose call it was"`
	Entity string  `json:"entity" jsonschema:"the boundary that was written, as in playbook/p1"`
	Seq    uint64  `json:"seq,omitempty" jsonschema:"the position of the edit; absent where it was refused"`
	Code   Code    `json:"code,omitempty" jsonschema:"why it was refused"`
	Ladder *Ladder `json:"ladder,omitempty" jsonschema:"the refusal's rungs"`
	Result string  `json:"result" words:"author" jsonschema:"what the model is told"`
	Basis  Basis   `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

package schemas

// ProjectRegistered records that agents may work on a git repository.
type ProjectRegistered struct {
	Name    string      `json:"name" jsonschema:"what people call it"`
	Path    string      `json:"path" jsonschema:"the root of its repository, on the host of the service"`
	Sub     string      `json:"sub,omitempty" jsonschema:"the folder in the repository that is meant; absent for all of it"`
	Branch  string      `json:"branch,omitempty" jsonschema:"the branch that was checked out then"`
	Host    string      `json:"host,omitempty" jsonschema:"where its new workspaces are made, [user@]host[:port] over ssh; absent for the host of the service"`
	Trusted bool        `json:"trusted" jsonschema:"whether turns may be launched in it"`
	Owner   WorkspaceID `json:"owner_workspace_id" jsonschema:"the workspace that people launch from: the repository's own folder"`
}

func (ProjectRegistered) EventType() string { return "project.registered" }

// ProjectHostSet records where a project's new workspaces are made.
type ProjectHostSet struct {
	Host string `json:"host,omitempty" jsonschema:"[user@]host[:port] over ssh; absent for the host of the service"`
}

func (ProjectHostSet) EventType() string { return "project.host-set" }

// ProjectTrustSet records that a person trusts a repository with agents, or no more.
type ProjectTrustSet struct {
	Trusted bool `json:"trusted" jsonschema:"whether turns may be launched in it from here on"`
}

func (ProjectTrustSet) EventType() string { return "project.trust-set" }

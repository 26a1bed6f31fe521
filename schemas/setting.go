package schemas

// A Tier is who may choose the model and the thinking of a turn (workspace-turns.md 2.7).
// The constants stand in their order: the first that says something wins, for each of the
// two on its own. The list is closed.
type Tier string

const (
	TierExplicit    Tier = "explicit"     // whoever asks for this turn names it
	TierBucket      Tier = "bucket"       // the workspace that the turn runs in has it saved for the turn's agent
	TierConfigured  Tier = "configured"   // the installation says so for the turn's agent
	TierFrontMatter Tier = "front_matter" // the file of the turn's agent says so
	TierAncestor    Tier = "ancestor"     // the installation, or else the file, of an agent that it builds on, nearest first
	TierCaller      Tier = "caller"       // the turn that asks for this one runs with it
	TierOwner       Tier = "owner"        // the workspace that asks has it saved, for this agent or for its active one
	TierDefault     Tier = "default"      // the installation says so for all agents
)

// UnmarshalText implements [encoding.TextUnmarshaler]. The names that turns of workspaces
// had for three of the tiers are lifted to today's; what is no tier is kept as it came.
func (t *Tier) UnmarshalText(text []byte) error {
	*t = Tier(text)
	switch *t {
	case "workspace":
		*t = TierBucket
	case "definition":
		*t = TierFrontMatter
	case "base_configured", "base_definition":
		*t = TierAncestor
	}
	return nil
}

// A Setting is a value, and who chose it.
type Setting struct {
	Value string  `json:"value" jsonschema:"the value"`
	Tier  Tier    `json:"tier" jsonschema:"who chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default"`
	Of    AgentID `json:"of,omitempty" jsonschema:"of an ancestor: which one; absent in old books"`
}

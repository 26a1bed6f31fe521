package schemas

// A CompactionCause says why older talk is summed up.
type CompactionCause string

const (
	CompactBudget   CompactionCause = "budget"   // the next request would be larger than the budget
	CompactOverflow CompactionCause = "overflow" // a model said that a request was longer than it reads
)

// CompactionBegun records that the oldest talk of the session is too much for the next
// request, and that a model is asked to sum it up. What the turn itself said, and the
// talk right before it, stay as they were said.
type CompactionBegun struct {
	Cause    CompactionCause `json:"cause" jsonschema:"budget or overflow"`
	Messages int             `json:"messages" jsonschema:"how many of the oldest messages are to be summed up"`
	Kept     int             `json:"kept" jsonschema:"how many stay as they were said, those of the turn among them"`
	Estimate int             `json:"estimate" jsonschema:"about how many tokens the conversation and the canvas have, without standing orders and tools"`
	Budget   int             `json:"budget" jsonschema:"how many they may have"`
}

// TalkCompacted records that the oldest messages are summed up: from here on a model is
// shown the summary in their place, as data. The messages stay in the book.
type TalkCompacted struct {
	Call     CallID `json:"call_id" jsonschema:"the model call that wrote the summary"`
	Messages int    `json:"messages" jsonschema:"how many messages are summed up"`
	Summary  string `json:"summary" words:"model" jsonschema:"what stands in their place, and in that of an earlier summary"`
}

// TalkLeftOut records that the oldest messages are shown to models no more, and that
// nothing stands in their place, since summing them up came to nothing. An earlier
// summary stays.
type TalkLeftOut struct {
	Call     CallID `json:"call_id" jsonschema:"the last model call that was to sum them up"`
	Messages int    `json:"messages" jsonschema:"how many messages are left out"`
	Code     Code   `json:"code" jsonschema:"why there is no summary, as the model call has it"`
}

func (CompactionBegun) EventType() string { return "turn.compaction-begun" }

func (TalkCompacted) EventType() string { return "turn.talk-compacted" }

func (TalkLeftOut) EventType() string { return "turn.talk-left-out" }

package agui

import "slices"

// Roles of messages.
const (
	userRole      = "user"
	assistantRole = "assistant"
	toolRole      = "tool"
)

// A conversation is the messages of a thread, folded from its events as a client folds
// them, so that a snapshot says what a client that saw everything has.
type conversation struct {
	list  []*Message
	byID  map[string]*Message
	owner map[string]*Message // of each call: the message that makes it
}

func newConversation() *conversation {
	return &conversation{byID: make(map[string]*Message), owner: make(map[string]*Message)}
}

// snapshot is the messages as they stand.
func (c *conversation) snapshot() []Message {
	list := make([]Message, len(c.list))
	for i, m := range c.list {
		list[i] = *m
		list[i].Calls = slices.Clone(m.Calls)
	}
	return list
}

func (c *conversation) add(m *Message) *Message {
	c.list = append(c.list, m)
	c.byID[m.ID] = m
	return m
}

// say adds words of the user.
func (c *conversation) say(id, text string) {
	if c.byID[id] == nil {
		c.add(&Message{ID: id, Role: userRole, Content: &text})
	}
}

// hear takes an event in; those that say nothing in the conversation change nothing.
func (c *conversation) hear(e Event) {
	switch e := e.(type) {
	case TextStarted:
		if c.byID[e.ID] == nil {
			c.add(&Message{ID: e.ID, Role: e.Role, Content: new(string)})
		}
	case TextContent:
		c.append(e)
	case CallStarted:
		c.called(e)
	case CallArgs:
		if m := c.owner[e.ID]; m != nil {
			i := slices.IndexFunc(m.Calls, func(t ToolCall) bool { return t.ID == e.ID })
			m.Calls[i].Function.Arguments += e.Delta
		}
	case CallResult:
		c.returned(e)
	}
}

func (c *conversation) append(e TextContent) {
	m := c.byID[e.ID]
	if m == nil {
		return
	}
	text := e.Delta
	if m.Content != nil {
		text = *m.Content + text
	}
	m.Content = &text
}

func (c *conversation) called(e CallStarted) {
	if c.owner[e.ID] != nil {
		return
	}
	id := e.Parent
	if id == "" {
		id = e.ID
	}
	m := c.byID[id]
	if m == nil {
		m = c.add(&Message{ID: id, Role: assistantRole})
	}
	m.Calls = append(m.Calls, ToolCall{ID: e.ID, Type: "function", Function: Function{Name: e.Name}})
	c.owner[e.ID] = m
}

// returned puts a result behind the message that made the call, and behind the results
// that are there.
func (c *conversation) returned(e CallResult) {
	m := &Message{ID: e.Message, Role: toolRole, Content: &e.Content, AnswerTo: e.ID}
	c.byID[m.ID] = m
	at := len(c.list)
	if i := slices.Index(c.list, c.owner[e.ID]); i >= 0 {
		for at = i + 1; at < len(c.list) && c.list[at].Role == toolRole; at++ {
		}
	}
	c.list = slices.Insert(c.list, at, m)
}

package vendortest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// understand makes a request of what a vendor is given: orders and data are one text on
// the wire, and nothing names the agent.
func understand(system string, tools []agents.Tool, messages []agents.Message) agents.Request {
	r := agents.Request{Tools: tools, Messages: messages}
	r.System, r.Data = documents(system)
	r.Agent = agentOf(r)
	return r
}

var document = regexp.MustCompile(`(?s)<document name="([a-z]+)">\n(.*?)\n</document>`)

// documents takes the data out of a system text.
func documents(system string) (orders string, data []agents.Data) {
	for _, m := range document.FindAllStringSubmatch(system, -1) {
		data = append(data, agents.Data{Name: m[1], JSON: json.RawMessage(m[2])})
	}
	orders, _, _ = strings.Cut(system, "The documents below are")
	return strings.TrimSpace(orders), data
}

// agentOf tells who asks by what is shown and offered.
func agentOf(r agents.Request) string {
	for _, d := range r.Data {
		switch d.Name {
		case "domains":
			return string(schemas.Router)
		case "talk":
			return "compact"
		case "assignment":
			return "step-writer"
		case "module":
			return "module-writer"
		case "target":
			return string(schemas.TaskBuilder)
		case "workspace":
			return "exec"
		}
	}
	if slices.ContainsFunc(r.Tools, func(t agents.Tool) bool { return t.Name == "build_task_steps" }) {
		return string(schemas.PlaybookEditor)
	}
	return string(schemas.Guide)
}

var refused = regexp.MustCompile(`(?s)^refused \(([A-Z_]+)\): (.*)$`)

// result is a tool's result as it came over the wire.
func result(ref, text string) agents.Message {
	m := agents.Message{Role: agents.ToolRole, Ref: ref, Text: text}
	if parts := refused.FindStringSubmatch(text); parts != nil {
		m.Code, m.Text = schemas.Code(parts[1]), parts[2]
	}
	return m
}

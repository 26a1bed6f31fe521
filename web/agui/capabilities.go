package agui

import "net/http"

// Capabilities is what the endpoint can do, in the shape of AG-UI: GET
// /v1/agui/capabilities. The published client does not fetch it.
func (h *Handler) Capabilities(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if _, err := w.Write(append(raw(capabilities(h.o.Version)), '\n')); err != nil {
		h.lg.Debug("capabilities not delivered", "err", err)
	}
}

type object = map[string]any

func capabilities(version string) object {
	return object{
		"identity": object{
			"name": "turnbook", "type": "turnbook", "version": version,
			"description": "Agents that write playbooks, turn by turn, and ask before they delete.",
		},
		"transport":      object{"streaming": true, "websocket": false, "httpBinary": false, "pushNotifications": false, "resumable": true},
		"tools":          object{"supported": true, "parallelCalls": false, "clientProvided": false},
		"output":         object{"structuredOutput": false, "supportedMimeTypes": []string{"text/plain"}},
		"state":          object{"snapshots": true, "deltas": true, "memory": false, "persistentState": true},
		"multiAgent":     object{"supported": true, "delegation": true, "handoffs": true, "subagents": []object{{"name": "step-writer"}, {"name": "module-writer"}}},
		"reasoning":      object{"supported": false, "streaming": false, "encrypted": false},
		"execution":      object{"codeExecution": false, "sandboxed": false},
		"humanInTheLoop": object{"supported": true, "approvals": true, "interventions": false, "feedback": false, "interrupts": true, "approveWithEdits": false},
		"custom": object{
			"protocolVersion": Protocol, "run": "/v1/agui", "replay": "/v1/agui/replay", "cancel": "/v1/turns/{turn}/cancel",
			"uiContext": "forwardedProps." + contextName,
		},
	}
}

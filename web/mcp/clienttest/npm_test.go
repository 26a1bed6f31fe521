package clienttest

import (
	"bytes"
	"os/exec"
	"testing"
)

func TestThePublishedClientOfNpmDoesTheSame(t *testing.T) {
	for _, over := range []string{"http", "stdio"} {
		h := open(t)
		cmd := exec.CommandContext(t.Context(), "node", "drive.mjs", over, h.url, program, h.project)
		cmd.Dir = "testdata"
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("node: %v (is the client there? in %s: npm ci)\n%s%s", err, cmd.Dir, stderr.String(), out)
		}
		const want = `{"tools":14,"task":"completed","progress":true}
{"refused":true,"code":"UNKNOWN_AGENT"}
{"unknown":"refused"}
{"asked":1,"turn":"completed","card":"confirmed"}
{"playbooks":true}
`
		if string(out) != want {
			t.Errorf("over %s the client saw\n%s", over, out)
		}
	}
}

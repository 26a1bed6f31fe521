package formats

import (
	"bytes"
	"encoding/json"
)

// IsForm says whether a file looks like a form of a format that [ReadForm] knows: a
// JSON object with components (Form.io), or with pages or elements (SurveyJS).
func IsForm(content []byte) bool {
	var top map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimPrefix(content, []byte("\xEF\xBB\xBF")), &top) != nil {
		return false
	}
	for _, key := range []string{"components", "pages", "elements"} {
		if list := bytes.TrimSpace(top[key]); len(list) > 0 && list[0] == '[' {
			return true
		}
	}
	return false
}

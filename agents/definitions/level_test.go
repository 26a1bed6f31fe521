package definitions

import "testing"

func TestALevelIsANameOrANumber(t *testing.T) {
	for text, want := range map[string]string{"off": "off", "max": "max", "0": "off", "5": "max", "99": "max", "": "", "-1": "", "hard": "", "LOW": ""} {
		if got := Level(text); got != want {
			t.Errorf("%q is level %q, want %q", text, got, want)
		}
	}
}

func TestALevelIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string]string{" High ": "high", "xhigh": "xhigh", "007": "7", "hard": "", "-1": "", "": "", "2.5": ""} {
		got, ok := ReadLevel(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is read as %q, %v; want %q", text, got, ok, want)
		}
	}
}

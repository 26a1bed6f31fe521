package schemas

import "testing"

func TestWhatIsNoTraceParentIsNone(t *testing.T) {
	for text, want := range map[string]bool{
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01":       true,
		"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01":       false,
		"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01":       false,
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later": false,
		"00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01":       false,
		"": false,
	} {
		if got := TraceParent(text); (got == text && text != "") != want {
			t.Errorf("%q is kept as %q", text, got)
		}
	}
}

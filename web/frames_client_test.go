package web

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kindsOf are the members of a frame, each with the kind of JSON that it takes.
func kindsOf(t reflect.Type) map[string]string {
	kinds := make(map[string]string)
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind := f.Type.Kind()
		if kind == reflect.Pointer {
			kind = f.Type.Elem().Kind()
		}
		if name == "ui_context" {
			kind = reflect.Struct // which the bridge keeps as it came
		}
		kinds[name] = kind.String()
	}
	return kinds
}

func TestTheBridgeReadsWhatTheFramesOfClientsHold(t *testing.T) {
	declared := map[string]string{"type": "string", "ref": "slice"}
	for _, k := range clientFrames() {
		for name, kind := range kindsOf(reflect.TypeOf(k.members)) {
			if known, is := declared[name]; is && known != kind {
				t.Errorf("%s of %s is a %s, and a %s elsewhere", name, k.name, kind, known)
			}
			declared[name] = kind
		}
	}
	if diff := cmp.Diff(declared, kindsOf(reflect.TypeFor[inFrame]())); diff != "" {
		t.Errorf("members (-frames of clients +read by the bridge):\n%s", diff)
	}
}

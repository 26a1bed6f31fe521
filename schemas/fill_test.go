package schemas

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// anyEventOf draws an event of a catalog type with every kind of awkward value:
// empty and nil lists, raw JSON that is not canonical, times with zones.
func anyEventOf(t *rapid.T, typ string) Event {
	v := reflect.New(byType[typ].goType).Elem()
	fill(t, v, 0)
	return v.Interface().(Event)
}

var (
	awkwardTexts = []string{"", "a", "Prüfe <b>\"Pass\"</b> & 日本 👩‍👩‍👧", "line\nline\u2028\x7f\x01", "=HYPERLINK(1)", "\xff\xfe not UTF-8", strings.Repeat("x", 300)}
	awkwardRaws  = []string{"0", "9007199254740993", `"42"`, ` { "b" : 1.0, "a":[ ], "\u0062\u0062": "\u00e9" } `, "null", "1e2", `{"z":{"y":[1,2,{"x":"<"}]}}`}
	awkwardTimes = []time.Time{{}, time.Unix(1, 5).UTC(), time.Unix(1, 0).In(time.FixedZone("x", 3600)), time.Now()}
)

func fill(t *rapid.T, v reflect.Value, depth int) {
	switch v.Interface().(type) {
	case UIContext:
		v.Set(reflect.ValueOf(rapid.SampledFrom([]UIContext{{}, MustUIContext(`{"current_task_id":9007199254740993,"page":"task","x":[1.0]}`)}).Draw(t, "ui")))
		return
	case json.RawMessage:
		if raw := rapid.SampledFrom(append(awkwardRaws, "")).Draw(t, "raw"); raw != "" {
			v.SetBytes([]byte(raw))
		}
		return
	case time.Time:
		v.Set(reflect.ValueOf(rapid.SampledFrom(awkwardTimes).Draw(t, "time")))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom(awkwardTexts).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int:
		v.SetInt(int64(rapid.IntRange(-3, 1<<53+1).Draw(t, "int")))
	case reflect.Uint64:
		v.SetUint(rapid.Uint64().Draw(t, "uint"))
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "set") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), depth)
		}
	case reflect.Slice:
		n := rapid.IntRange(-1, 2).Draw(t, "len")
		if n < 0 || depth > 4 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i), depth+1)
		}
	case reflect.Map:
		if n := rapid.IntRange(-1, 1).Draw(t, "len"); n >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
			if n > 0 {
				v.SetMapIndex(reflect.ValueOf("playbook/p1"), reflect.ValueOf(uint64(12)))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), depth)
		}
	default:
		t.Fatalf("no value for %s", v.Type())
	}
}

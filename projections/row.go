package projections

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"turnbook/schemas"
)

// A row is the address of a struct that stands for a row of one table.
type row interface {
	// fields are pointers to the columns, in the order of the table.
	fields() []any
}

// rowOf is a pointer to R that is a row.
type rowOf[R any] interface {
	*R
	row
}

// A Stamp is a time as tables hold it: RFC 3339 in UTC, of one width, so that text
// sorts as time does; "" for none.
type Stamp string

// stampLayout keeps all nine digits, or text would not sort as time does.
const stampLayout = "2006-01-02T15:04:05.000000000Z"

func stampOf(t time.Time) Stamp {
	if t.IsZero() {
		return ""
	}
	return Stamp(t.UTC().Format(stampLayout))
}

// Time is the time; the zero time for "".
func (s Stamp) Time() time.Time {
	t, err := time.Parse(time.RFC3339Nano, string(s))
	if err != nil {
		return time.Time{}
	}
	return t
}

// A JSON is a JSON text as tables hold it; "" for none.
type JSON string

// MarshalJSON implements [json.Marshaler]: the text itself, null for none.
func (j JSON) MarshalJSON() ([]byte, error) {
	if j == "" {
		return []byte("null"), nil
	}
	return []byte(j), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (j *JSON) UnmarshalJSON(raw []byte) error {
	*j = JSON(raw)
	if string(raw) == "null" {
		*j = ""
	}
	return nil
}

// jsonOf is the JSON of a value that always marshals; "" for an empty one.
func jsonOf(v any) JSON {
	if r := reflect.ValueOf(v); r.Kind() != reflect.Struct && r.Len() == 0 {
		return ""
	}
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("projections: %T: %v", v, err))
	}
	return JSON(raw)
}

// valueOf is what the driver takes for the column that a field points to.
func valueOf(field any) any {
	switch p := field.(type) {
	case *string:
		return *p
	case *Stamp:
		return string(*p)
	case *JSON:
		return string(*p)
	case *schemas.VendorID:
		return string(*p)
	case *schemas.TurnID:
		return string(*p)
	case *uint64:
		return int64(*p)
	case *int:
		return int64(*p)
	case *bool:
		if *p {
			return int64(1)
		}
		return int64(0)
	}
	v := reflect.ValueOf(field).Elem()
	if v.Kind() == reflect.String {
		return v.String()
	}
	panic(fmt.Sprintf("projections: a column of type %s", v.Type()))
}

// A rec is a record on its way into the tables, with what every table wants of it.
type rec struct {
	schemas.Record
	data JSON  // the event's data as it stands in the log; "" where nothing could be read
	at   Stamp // its time
}

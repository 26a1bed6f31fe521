package projections

// keptRows is how many rows of a table stay in memory between transactions. Above
// it all are let go: they are in their table.
const keptRows = 8192

// kept are rows of current state: read when first asked for, changed in memory,
// and written when the transaction ends, once however often they changed.
type kept[K comparable, R any, P rowOf[R]] struct {
	table string
	query string         // reads one row by its key
	args  func(K) []any  // the query's arguments
	rows  map[K]*held[R] // by key
	dirty []K            // what the transaction changed
}

type held[R any] struct {
	row   R
	dirty bool
}

func keep[K comparable, R any, P rowOf[R]](table, where string, args func(K) []any) *kept[K, R, P] {
	return &kept[K, R, P]{
		table: table,
		query: "SELECT * FROM [" + table + "] WHERE " + where,
		args:  args,
		rows:  make(map[K]*held[R]),
	}
}

// at is the row of a key, to be changed; nil where there is none.
func (k *kept[K, R, P]) at(w *writer, key K) (*R, error) {
	h, ok := k.rows[key]
	if !ok {
		h = &held[R]{}
		found, err := w.find(P(&h.row), k.query, k.args(key)...)
		if err != nil || !found {
			return nil, err
		}
		k.rows[key] = h
	}
	k.mark(key, h)
	return &h.row, nil
}

// add makes the row of a key what is given, whatever it was.
func (k *kept[K, R, P]) add(key K, r R) *R {
	h, ok := k.rows[key]
	if !ok {
		h = &held[R]{}
		k.rows[key] = h
	}
	h.row = r
	k.mark(key, h)
	return &h.row
}

func (k *kept[K, R, P]) mark(key K, h *held[R]) {
	if !h.dirty {
		h.dirty = true
		k.dirty = append(k.dirty, key)
	}
}

// write writes what has changed.
func (k *kept[K, R, P]) write(w *writer) error {
	for _, key := range k.dirty {
		h := k.rows[key]
		if err := w.put(k.table, P(&h.row)); err != nil {
			return err
		}
		h.dirty = false
	}
	k.dirty = k.dirty[:0]
	if len(k.rows) > keptRows {
		clear(k.rows)
	}
	return nil
}

package projections

import "turnbook/schemas"

// A PendingActivity is a row of the table pending_activity.
type PendingActivity struct {
	Vendor   schemas.VendorID   `json:"vendor"`
	Playbook schemas.PlaybookID `json:"playbook_id"`
	Seq      uint64             `json:"seq"`
	N        int                `json:"n"`
	User     schemas.UserID     `json:"user_id"`
	What     string             `json:"what"`
	Size     int                `json:"size"`
}

func (a *PendingActivity) fields() []any {
	return []any{&a.Vendor, &a.Playbook, &a.Seq, &a.N, &a.User, &a.What, &a.Size}
}

type activityKey struct {
	seq uint64
	n   int
}

// activityRows are the rows that a playbook's pending activity stands for.
func activityRows(key documentKey, pending []schemas.Activity) map[activityKey]PendingActivity {
	rows := make(map[activityKey]PendingActivity, len(pending))
	n := 0
	for i, a := range pending {
		if n++; i == 0 || pending[i-1].Seq != a.Seq {
			n = 0
		}
		rows[activityKey{a.Seq, n}] = PendingActivity{
			Vendor: key.vendor, Playbook: key.id, Seq: a.Seq, N: n, User: a.User, What: a.What, Size: a.Size,
		}
	}
	return rows
}

// activitiesOf are the activities of rows in the order of their keys.
func activitiesOf(rows []PendingActivity) []schemas.Activity {
	out := make([]schemas.Activity, len(rows))
	for i, r := range rows {
		out[i] = schemas.Activity{Seq: r.Seq, User: r.User, What: r.What, Size: r.Size}
	}
	return out
}

// writeActivity writes the lines that came, and takes away those that went.
func (d *doc) writeActivity(w *writer) error {
	rows := activityRows(d.documentKey, d.tree.Pending)
	err := differing(w, "pending_activity", d.pending, rows, func(a PendingActivity) (int64, error) {
		return w.exec("DELETE FROM [pending_activity] WHERE vendor = ? AND playbook_id = ? AND seq = ? AND n = ?",
			string(a.Vendor), string(a.Playbook), int64(a.Seq), int64(a.N))
	})
	d.pending = rows
	return err
}

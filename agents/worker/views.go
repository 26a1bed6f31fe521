package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"turnbook/bus"
	"turnbook/schemas"
)

// A view is the fold of one view's boundary: all that is asked of it is its last
// context.
type view struct {
	mu      sync.Mutex
	loaded  bool
	seq     uint64
	opened  bool
	closed  bool
	user    schemas.UserID
	context schemas.UIContext
}

// ErrNoView is a command for a view that was never opened.
var ErrNoView = errors.New("there is no such view")

func viewEntity(v schemas.VendorID, id schemas.ViewID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.ViewBoundary, ID: string(id)}
}

func (v *view) fold(r schemas.Record) {
	v.seq = r.Seq
	switch e := r.Event.(type) {
	case schemas.ViewOpened:
		v.opened, v.closed, v.user = true, false, e.User
	case schemas.ViewContextChanged:
		v.context = e.UIContext
	case schemas.ViewClosed:
		v.closed = true
	}
}

// withView runs f on a view, folded and locked. When f's append is overtaken, the
// view is folded anew and f runs again.
func (rt *Runtime) withView(ctx context.Context, e schemas.Entity, f func(*view) error) error {
	rt.mu.Lock()
	k, ok := rt.views[e]
	if !ok {
		k = &view{}
		rt.views[e] = k
	}
	rt.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	for range conflicts {
		if !k.loaded {
			q := bus.Of(e)
			q.After = schemas.Position{Seq: k.seq, Index: endOfMessage}
			for r, err := range rt.o.Log.Read(ctx, q) {
				if err != nil {
					return fmt.Errorf("fold %s: %w", e, err)
				}
				k.fold(r)
			}
			k.loaded = true
		}
		err := f(k)
		if !errors.Is(err, bus.ErrConflict) {
			return err
		}
		k.loaded = false
	}
	return fmt.Errorf("%s: %d appends in a row were overtaken: %w", e, conflicts, bus.ErrConflict)
}

func (rt *Runtime) appendView(ctx context.Context, e schemas.Entity, k *view, user schemas.UserID, event schemas.Event) error {
	d := schemas.Draft{ID: rt.o.NewID() + "/0", Event: event, Actor: "user/" + string(user)}
	records, err := rt.o.Log.Append(ctx, e, k.seq, rt.now(), d)
	if err != nil {
		return err
	}
	for _, r := range records {
		k.fold(r)
	}
	return nil
}

// OpenView records that a tab connected, and returns the id that it is given. Ids of
// views are the server's: a duplicated tab gets one of its own.
func (rt *Runtime) OpenView(ctx context.Context, v schemas.VendorID, user schemas.UserID, session schemas.SessionID) (schemas.ViewID, error) {
	id := schemas.ViewID("v" + rt.o.NewID())
	return id, rt.ReopenView(ctx, v, user, session, id)
}

// ReopenView records that a tab is back under the id that it had.
func (rt *Runtime) ReopenView(ctx context.Context, v schemas.VendorID, user schemas.UserID, session schemas.SessionID, id schemas.ViewID) error {
	e := viewEntity(v, id)
	return rt.withView(ctx, e, func(k *view) error {
		return rt.appendView(ctx, e, k, user, schemas.ViewOpened{User: user, Session: session})
	})
}

// SetContext records what a view shows, if it is news, and when its client sent it.
func (rt *Runtime) SetContext(ctx context.Context, v schemas.VendorID, id schemas.ViewID, ui schemas.UIContext, sent schemas.SentAt) error {
	if err := checkSent(sent); err != nil {
		return err
	}
	e := viewEntity(v, id)
	return rt.withView(ctx, e, func(k *view) error {
		if !k.opened {
			return fmt.Errorf("view %q: %w", id, ErrNoView)
		}
		if k.context.Equal(ui) {
			return nil
		}
		return rt.appendView(ctx, e, k, k.user, schemas.ViewContextChanged{UIContext: ui, SentAt: sent})
	})
}

// LastContext is what a view shows.
func (rt *Runtime) LastContext(ctx context.Context, v schemas.VendorID, id schemas.ViewID) (ui schemas.UIContext, err error) {
	err = rt.withView(ctx, viewEntity(v, id), func(k *view) error {
		if !k.opened {
			return fmt.Errorf("view %q: %w", id, ErrNoView)
		}
		ui = k.context
		return nil
	})
	return ui, err
}

// ViewUser is whose a view is.
func (rt *Runtime) ViewUser(ctx context.Context, v schemas.VendorID, id schemas.ViewID) (user schemas.UserID, err error) {
	err = rt.withView(ctx, viewEntity(v, id), func(k *view) error {
		if !k.opened {
			return fmt.Errorf("view %q: %w", id, ErrNoView)
		}
		user = k.user
		return nil
	})
	return user, err
}

// CloseView records that a tab is gone. Its last context stays, and so does its turn.
func (rt *Runtime) CloseView(ctx context.Context, v schemas.VendorID, user schemas.UserID, id schemas.ViewID, reason string) error {
	e := viewEntity(v, id)
	return rt.withView(ctx, e, func(k *view) error {
		if !k.opened || k.closed {
			return nil
		}
		return rt.appendView(ctx, e, k, user, schemas.ViewClosed{Reason: reason})
	})
}

package web

import (
	"context"
	"iter"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

// A whatIfPlace is a conversation whose turns are taken again. One without a session says
// how much there is to do.
type whatIfPlace struct {
	session  schemas.Entity
	chosen   func(schemas.TurnID) bool
	turns    int    // how many of it are chosen; 0 where that is not known
	done, of uint64 // how far that is: in turns under a limit, else in conversations or in the log
	named    int    // how many turns the ask names
}

// fewSessions is how many conversations a condition may name for them to be gone through
// by name; of more, all are gone through and asked.
const fewSessions = 10_000

// placesOf are the conversations that hold the turns of an ask. It holds few of them at a
// time, however many there are.
func (s *Server) placesOf(ctx context.Context, a whatIfAsk) iter.Seq2[whatIfPlace, error] {
	return func(yield func(whatIfPlace, error) bool) {
		c, err := a.choice(s.o.Vendor)
		switch {
		case err != nil:
			yield(whatIfPlace{}, err)
		case a.Turn != "":
			yield(s.placeOfTurn(ctx, a.Turn))
		case a.Limit > 0:
			s.firstPlaces(ctx, c, a.Limit, yield)
		case a.All:
			s.allPlaces(ctx, func(schemas.Entity) (func(schemas.TurnID) bool, error) { return everyTurn, nil }, yield)
		default:
			s.placesWhere(ctx, c, yield)
		}
	}
}

func everyTurn(schemas.TurnID) bool { return true }

func (s *Server) sessionEntity(id schemas.SessionID) schemas.Entity {
	return schemas.Entity{Vendor: s.o.Vendor, Kind: schemas.SessionBoundary, ID: string(id)}
}

func (s *Server) placeOfTurn(ctx context.Context, text string) (whatIfPlace, error) {
	id, err := schemas.ParseID[schemas.TurnID]("turn", text)
	if err != nil {
		return whatIfPlace{}, err
	}
	fresh := s.fresh(ctx)
	t, _, err := s.o.Store.Turn(ctx, s.o.Vendor, id)
	chosen := func(x schemas.TurnID) bool { return x == id }
	return whatIfPlace{session: s.sessionEntity(t.Session), chosen: chosen, turns: 1, done: 1, of: 1}, orBehind(fresh, err)
}

// firstPlaces are the conversations with the first turns of a choice, behind how many there
// are.
func (s *Server) firstPlaces(ctx context.Context, c projections.TurnChoice, limit int, yield func(whatIfPlace, error) bool) {
	s.settle(ctx)
	named, err := s.o.Store.CountTurns(ctx, c)
	if err != nil {
		yield(whatIfPlace{}, err)
		return
	}
	turns, err := s.o.Store.FirstTurns(ctx, c, limit)
	if !yield(whatIfPlace{named: max(named, len(turns)), of: uint64(len(turns))}, err) || err != nil {
		return
	}
	done := uint64(0)
	for session, ids := range bySession(turns) {
		done += uint64(len(ids))
		at := whatIfPlace{session: s.sessionEntity(session), turns: len(ids), chosen: among(ids), done: done, of: uint64(len(turns))}
		if !yield(at, nil) {
			return
		}
	}
}

// placesWhere are the conversations with turns of a choice.
func (s *Server) placesWhere(ctx context.Context, c projections.TurnChoice, yield func(whatIfPlace, error) bool) {
	s.settle(ctx)
	sessions, more, err := s.o.Store.SessionsOf(ctx, c, fewSessions)
	if err != nil {
		yield(whatIfPlace{}, err)
		return
	}
	where := func(e schemas.Entity) (func(schemas.TurnID) bool, error) {
		ids, err := s.o.Store.TurnsOf(ctx, c, schemas.SessionID(e.ID))
		return among(ids), err
	}
	if more {
		s.allPlaces(ctx, where, yield)
		return
	}
	for i, id := range sessions {
		at := whatIfPlace{session: s.sessionEntity(id), done: uint64(i + 1), of: uint64(len(sessions))}
		at.chosen, err = where(at.session)
		if !yield(at, err) || err != nil {
			return
		}
	}
}

// bySession gathers the turns of each conversation, which stand together.
func bySession(turns []projections.ChosenTurn) iter.Seq2[schemas.SessionID, []schemas.TurnID] {
	return func(yield func(schemas.SessionID, []schemas.TurnID) bool) {
		var ids []schemas.TurnID
		for i, t := range turns {
			ids = append(ids, t.Turn)
			if i+1 < len(turns) && turns[i+1].Session == t.Session {
				continue
			}
			if !yield(t.Session, ids) {
				return
			}
			ids = nil
		}
	}
}

func among(ids []schemas.TurnID) func(schemas.TurnID) bool {
	named := make(map[schemas.TurnID]bool, len(ids))
	for _, id := range ids {
		named[id] = true
	}
	return func(id schemas.TurnID) bool { return named[id] }
}

// allPlaces are the conversations of the vendor, in the order in which they were opened.
func (s *Server) allPlaces(ctx context.Context, choose func(schemas.Entity) (func(schemas.TurnID) bool, error), yield func(whatIfPlace, error) bool) {
	head, err := s.o.Log.Head(ctx)
	if err != nil {
		yield(whatIfPlace{}, err)
		return
	}
	for opened, err := range worker.Sessions(ctx, s.o.Log, s.o.Vendor) {
		at := whatIfPlace{session: opened.Entity, done: opened.Seq, of: head}
		if err == nil {
			at.chosen, err = choose(opened.Entity)
		}
		if !yield(at, err) || err != nil {
			return
		}
	}
}

// logHead is what an answer stands for that was read from the log itself.
func (s *Server) logHead(ctx context.Context) (projections.AsOf, error) {
	head, err := s.o.Log.Head(ctx)
	return projections.AsOf{Seq: head, Epoch: s.o.Log.Epoch()}, err
}

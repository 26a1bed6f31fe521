package web

import (
	"context"
	"errors"
	"iter"
	"net/http"

	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// evidence serves a turn as files: its proof, its export, and its import.
func (r *rest) evidence() {
	r.file("/v1/turns/{id}/bundle", "getBundle", "A turn as evidence: a file that turnbook verify --bundle proves without this server", "application/zip", ".zip", r.bundle)
	r.file("/v1/turns/{id}/export", "exportTurn", "A turn whole, as JSON lines that can be imported elsewhere", "application/jsonl", ".jsonl", r.export)
	r.file("/v1/turns/{id}/golden", "getGolden", "A turn as a history that its developers decide again; words of people and models are replaced", "text/plain", ".txt", r.golden)
	serve(r, route{http.MethodPost, "/v1/turns/import", "importTurn", 201, "Take in a turn that was exported elsewhere (from this machine only)"}, r.importTurn)
}

// file serves an answer that is no JSON, under a name for who keeps it.
func (r *rest) file(path, name, about, kind, ending string, make func(context.Context, projections.Turn) ([]byte, error)) {
	r.streamed(http.MethodGet, path, name, about, http.StatusOK, kind)
	r.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, req *http.Request) {
		t, _, err := r.turn(req.Context(), req.PathValue("id"))
		var content []byte
		if err == nil {
			content, err = make(req.Context(), t)
		}
		if err != nil {
			r.refuse(w, req, r.toldOf(req, err))
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", `attachment; filename="`+schemas.EncodeToken(string(t.ID))+ending+`"`)
		_, _ = w.Write(content) // who is gone needs no answer
	})
}

// wholeTurn are all records of a turn.
func (r *rest) wholeTurn(ctx context.Context, t projections.Turn) iter.Seq2[schemas.Record, error] {
	return r.scenes.records(ctx, t, schemas.Position{Seq: t.RequestedSeq, Index: -1}, 0)
}

// bundle packs a turn. Where its end is not anchored yet, the book is anchored first.
func (r *rest) bundle(ctx context.Context, t projections.Turn) ([]byte, error) {
	a := r.o.Anchors
	if a == nil {
		return nil, problem(CodeNotAnchored, "this server anchors nothing, so there is nothing to prove a turn with")
	}
	e, err := audit.Gather(ctx, r.o.Log, r.o.Vendor, t.ID, r.wholeTurn(ctx, t))
	if missing := (*audit.NotAnchoredError)(nil); errors.As(err, &missing) {
		if _, err := a.Anchor(ctx); err != nil {
			return nil, err
		}
		e, err = audit.Gather(ctx, r.o.Log, r.o.Vendor, t.ID, r.wholeTurn(ctx, t))
	}
	if err != nil {
		return nil, err
	}
	if e.Key != a.Key() {
		return nil, &audit.StrangerError{Have: a.Key(), Want: e.Key}
	}
	if e.Agents, err = r.promptsOf(ctx, e.Own); err != nil {
		return nil, err
	}
	return proof.Pack(e, a.Sign)
}

// promptsOf are the standing orders and tools that the turn's models were told, under the
// agent's name and their digest. What is not kept any more is left out: the digest in the
// event says that it was.
func (r *rest) promptsOf(ctx context.Context, own []schemas.Record) (map[string][]byte, error) {
	files := make(map[string][]byte)
	if r.o.Texts == nil {
		return files, nil
	}
	agents := make(map[schemas.CallID]string)
	for _, rec := range own {
		var asked *schemas.Asking
		var call schemas.CallID
		switch e := rec.Event.(type) {
		case schemas.ModelCalled:
			agents[e.Call] = e.Agent
		case schemas.ModelAnswered:
			asked, call = e.Asked, e.Call
		case schemas.ModelFailed:
			asked, call = e.Asked, e.Call
		}
		if asked == nil || asked.Prompt == "" {
			continue
		}
		text, err := r.o.Texts.Text(ctx, asked.Prompt)
		if errors.Is(err, bus.ErrNoText) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files[agents[call]+"-"+asked.Prompt[:min(12, len(asked.Prompt))]+".json"] = text
	}
	return files, nil
}

func (r *rest) export(ctx context.Context, t projections.Turn) ([]byte, error) {
	return audit.Export(r.wholeTurn(ctx, t))
}

// golden retells a turn in other words.
func (r *rest) golden(ctx context.Context, t projections.Turn) ([]byte, error) {
	session := schemas.Entity{Vendor: r.o.Vendor, Kind: schemas.SessionBoundary, ID: string(t.Session)}
	text, err := worker.Golden(ctx, r.lg, r.o.Log, session, t.ID)
	return []byte(text), err
}

type importedTurn struct {
	Turn schemas.TurnID `json:"turn"`
}

func (r *rest) importTurn(ctx context.Context, _ *none, content []byte) (importedTurn, error) {
	if err := fromHere(ctx); err != nil {
		return importedTurn{}, err
	}
	t, err := audit.ReadExport(r.o.Vendor, content)
	if err != nil {
		return importedTurn{}, err
	}
	there := func(func(schemas.Record, error) bool) {}
	known, _, err := r.turn(ctx, string(t.ID))
	switch unknown := (*Problem)(nil); {
	case err == nil:
		there = r.wholeTurn(ctx, known)
	case !errors.As(err, &unknown) || unknown.Code != schemas.CodeUnknownTurn:
		return importedTurn{}, err
	}
	return importedTurn{t.ID}, audit.Import(ctx, r.o.Log, t, there)
}

package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"

	"turnbook/agents/definitions"
	"turnbook/agents/intake"
	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/proof"
	"turnbook/web"
	"turnbook/web/client"
)

// A toldError is a failure whose reason stands on standard error already.
type toldError struct{ err error }

func (e *toldError) Error() string { return e.err.Error() }
func (e *toldError) Unwrap() error { return e.err }

// An unequalError says that the tables are not what the log says.
type unequalError struct{ tables int }

func (e *unequalError) Error() string {
	return "the tables differ from the log in " + counted(e.tables, "table") + "; turnbook rebuild draws them anew"
}

// An alteredError says that a book or a bundle is not what was written.
type alteredError struct{ findings []proof.Finding }

func (e *alteredError) Error() string {
	return "it is not what was written, in " + counted(len(e.findings), "place")
}

// problemOf is the problem document of an error: the server's own where it is one,
// else what went wrong on this side.
func problemOf(err error) json.RawMessage {
	p := problemHere(err)
	if told := (*client.Problem)(nil); errors.As(err, &told) {
		var whole web.Problem // a frame says the same, beside what makes it a frame
		if json.Unmarshal(told.Raw, &whole) == nil && whole.Code != "" {
			p = whole
		}
	}
	raw, _ := json.Marshal(p) // it always marshals
	return raw
}

// wordsOf is an error for people.
func wordsOf(err error) string {
	var away *url.Error
	if !errors.As(err, &away) {
		return err.Error()
	}
	at, parseErr := url.Parse(away.URL)
	if parseErr != nil {
		return err.Error()
	}
	return "no server answers at " + at.Host + " (" + away.Err.Error() + "); start one with turnbook serve, or say with --url where it is"
}

func problemHere(err error) web.Problem {
	var (
		wrong  *usageError
		locked *jetstream.LockedError
		query  *projections.QueryError
		away   *url.Error
		lost   *lostError
		differ *unequalError
		other  *otherwiseError
		file   *intake.Error
		id     *schemas.IDError
		noBook *noBookError
		gone   *projections.NotFoundError
		end    *turnError
		drops  *dropsError
		task   *taskError
		agent  *definitions.UnknownError
		broken *definitions.BrokenError
		chain  *definitions.ChainError
		files  *refusedError
		ill    *illError
		wrote  *alteredError
		line   *audit.LineError
		pack   *proof.BundleError
	)
	p := web.Problem{Status: http.StatusInternalServerError, Code: web.CodeInternal, Detail: wordsOf(err)}
	switch {
	case errors.As(err, &wrong):
		p.Status, p.Code = http.StatusUnprocessableEntity, web.CodeInvalidRequest
	case errors.As(err, &query):
		p.Status, p.Code, p.Field = http.StatusBadRequest, web.CodeInvalidQuery, "sql"
	case errors.As(err, &id):
		p.Status, p.Code, p.Field = http.StatusBadRequest, web.CodeInvalidID, id.What
	case errors.As(err, &file):
		p.Status, p.Code, p.Line, p.Column = http.StatusUnprocessableEntity, web.CodeInvalidFile, file.Line, file.Column
	case errors.As(err, &locked), errors.As(err, &away), errors.As(err, &lost), errors.As(err, &ill):
		p.Status, p.Code = http.StatusServiceUnavailable, web.CodeUnavailable
	case errors.As(err, &noBook), errors.As(err, &gone), errors.Is(err, errNoDraft):
		p.Status, p.Code = http.StatusNotFound, web.CodeNotFound
	case errors.As(err, &broken):
		p.Status, p.Code, p.Line, p.Column = http.StatusUnprocessableEntity, web.CodeInvalidFile, broken.Problem.Line, broken.Problem.Column
	case errors.As(err, &chain), errors.As(err, &files):
		p.Status, p.Code = http.StatusUnprocessableEntity, web.CodeInvalidFile
	case errors.As(err, &agent), errors.Is(err, fs.ErrNotExist):
		p.Status, p.Code = http.StatusNotFound, web.CodeNotFound
	case errors.As(err, &end):
		p.Turn = end.turn
	case errors.As(err, &drops):
		p.Status, p.Code, p.Turn = http.StatusConflict, drops.code, drops.turn
	case errors.As(err, &wrote):
		p.Status, p.Code, p.Findings = http.StatusConflict, web.CodeAltered, wrote.findings
	case errors.As(err, &pack):
		p.Status, p.Code = http.StatusUnprocessableEntity, web.CodeInvalidFile
	case errors.As(err, &line):
		p.Status, p.Code, p.Line = http.StatusUnprocessableEntity, web.CodeInvalidFile, line.Line
	case errors.As(err, &differ), errors.As(err, &other), errors.As(err, &task):
		p.Status = http.StatusConflict
	}
	p.Title = http.StatusText(p.Status)
	return p
}

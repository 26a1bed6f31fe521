package web

import (
	"context"
	"net/http"

	"turnbook/projections"
	"turnbook/schemas"
)

// operate takes what an operator does on the operations page, and shows the page again.
// It takes forms of this server's own pages, from this machine.
func (s *Server) operate(w http.ResponseWriter, r *http.Request) {
	if !isLoopback(r.RemoteAddr) { // of other origins, the door lets nothing in
		s.refuse(w, r, problem(CodeForbidden, "operations are taken from this machine only"))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := s.begin(r.PathValue("what"), r.FormValue("boundary")); err != nil {
		s.refuse(w, r, s.toldOf(r, err))
		return
	}
	http.Redirect(w, r, "/operations", http.StatusSeeOther)
}

// maxForm is the largest form of the operations page, in bytes.
const maxForm = 64 << 10

// begin begins an operation in the background.
func (s *Server) begin(what, boundary string) error {
	switch what {
	case "compare":
		return s.rebuilds.begin(s.quit, &s.open, "Comparing the tables with the log", s.compareTables)
	case "rebuild":
		return s.rebuilds.begin(s.quit, &s.open, "Drawing the tables anew", s.rebuildTables)
	case "retry":
		e, err := schemas.ParseEntity(s.o.Vendor, boundary)
		if err != nil {
			return err
		}
		return s.rebuilds.begin(s.quit, &s.open, "Taking in what was parked of "+boundary, func(ctx context.Context) (*projections.Diff, error) {
			return nil, s.retryBoundary(ctx, e)
		})
	}
	return problem(CodeNotFound, "there is no such operation; there are compare, rebuild and retry")
}

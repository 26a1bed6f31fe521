package web

import (
	"net/http"

	"turnbook/schemas"
	"turnbook/web/agui"
)

// registerAGUI hangs the addresses of AG-UI on the mux.
func (s *Server) registerAGUI() {
	h := agui.New(s.lg, agui.Options{
		Runtime: s.o.Runtime, Log: s.o.Log, Vendor: s.o.Vendor, User: s.o.User, Version: s.o.Version,
		Read:     readBody,
		Refuse:   func(w http.ResponseWriter, r *http.Request, err error) { s.refuse(w, r, s.toldOf(r, err)) },
		Tell:     func(err error) (schemas.Code, string) { p := problemOf(err); return p.Code, p.Detail },
		Stopping: s.quit,
		Pieces: func(id schemas.SessionID) agui.Pieces {
			feed := s.joinDeltas(filter{session: id})
			return agui.Pieces{News: feed.news, Take: feed.take, Leave: feed.leave}
		},
	})
	s.mux.HandleFunc("POST /v1/agui", s.counted(h.Run))
	s.mux.HandleFunc("POST /v1/agui/replay", s.counted(h.Replay))
	s.mux.HandleFunc("GET /v1/agui/capabilities", h.Capabilities)
}

// counted lets a stream begin unless the server is stopping, which waits for its end.
func (s *Server) counted(stream http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.enter() {
			s.refuse(w, r, problem(CodeUnavailable, "the server is stopping"))
			return
		}
		defer s.open.Done()
		stream(w, r)
	}
}

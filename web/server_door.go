package web

import (
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// ServeHTTP implements [http.Handler]. It holds the door: who may ask from where,
// and how much may come in.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	guest := s.welcome(h, r)
	switch {
	case !s.hostAllowed(r):
		s.refuse(w, r, problem(CodeForbidden, "this server answers to the names of its own machine only; it was called by another"))
		return
	case guest && isPreflight(r):
		w.WriteHeader(http.StatusNoContent)
		return
	case !guest && !sameOrigin(r) && (!isRead(r) || isUpgrade(r)):
		s.refuse(w, r, problem(CodeForbidden, "the request comes from a page of another origin, which serve --allow-origin did not let in"))
		return
	case r.ContentLength > MaxBody:
		s.refuse(w, r, tooLarge(r.ContentLength))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	s.mux.ServeHTTP(w, r)
}

func tooLarge(size int64) *Problem {
	p := problem(CodeTooLarge, "the body has %d bytes; the limit is %d", size, MaxBody)
	p.Size, p.Limit = size, MaxBody
	return p
}

func isRead(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

func isUpgrade(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// sameOrigin says that a request comes from a page of this server, or from no page.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// hostAllowed guards a server on loopback, which knows no sign-in, from a page whose
// name was made to point at this machine.
func (s *Server) hostAllowed(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !isLoopback(local.String()) {
		return true
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "" || strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return slices.ContainsFunc(s.o.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// isLoopback says whether an address with a port is this machine's own.
func isLoopback(address string) bool {
	a, err := netip.ParseAddrPort(address)
	return err == nil && a.Addr().Unmap().IsLoopback()
}

// refuse answers with a problem outside the framework.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, p *Problem) {
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	if err := json.NewEncoder(w).Encode(p); err != nil {
		s.lg.Debug("problem not delivered", "path", r.URL.Path, "err", err)
	}
}

// pageHeaders sets what every page carries: scripts, styles and connections of this
// server only, none of them inline.
func pageHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cache-Control", "no-store")
}

package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"turnbook/agents/worker"
)

// browserModule is the file that pages of other people load; the rest of our assets
// is for our own.
const browserModule = "/assets/turnbook.js"

// ParseOrigin reads the origin of a page as a browser writes it: scheme, host, and a
// port that is not the scheme's own. The error is a [*worker.InputError].
func ParseOrigin(text string) (string, error) {
	u, err := url.Parse(strings.ToLower(text))
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "",
		u.User != nil, u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "", strings.Contains(u.Host, "*"):
		return "", &worker.InputError{Field: "origin", Want: shorten(text) + " is none; give one origin such as https://intranet.example or http://127.0.0.1:8080"}
	}
	own := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, own), nil
}

func parseOrigins(texts []string) (origins []string, err error) {
	for _, text := range texts {
		origin, err := ParseOrigin(text)
		if err != nil {
			return nil, err
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

// welcome says whether a request comes from a page that was let in, for what such pages
// may use, and tells the browser so.
func (s *Server) welcome(h http.Header, r *http.Request) bool {
	if len(s.o.Origins) == 0 || r.URL.Path != browserModule && !strings.HasPrefix(r.URL.Path, "/v1/") {
		return false
	}
	h.Add("Vary", "Origin")
	if r.URL.Path == browserModule {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	origin := r.Header.Get("Origin")
	if !slices.Contains(s.o.Origins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if isPreflight(r) {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
		h.Set("Access-Control-Allow-Headers", "Content-Type, Last-Event-ID, Traceparent")
		h.Set("Access-Control-Max-Age", "600")
	}
	return true
}

// isPreflight says that a browser asks whether a page may make a request.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

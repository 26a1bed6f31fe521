package web

// MostWaiting is how many bytes ever waited for one of the readers that have left.
func (s *Server) MostWaiting() int {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return s.hub.most
}

// CountedPlaybooks is the query of the list of playbooks, up to the first id.
const CountedPlaybooks = countedPlaybooks

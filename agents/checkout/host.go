package checkout

// CheckHost says what is wrong with a host that checkouts are to be made on; nil for
// nothing. The error is a [*PlaceError].
func CheckHost(host string) error {
	if !validHost(host) {
		return &PlaceError{"host", host, "give [user@]host[:port]"}
	}
	return nil
}

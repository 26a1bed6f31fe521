package schemas

// TraceParent is a W3C traceparent as a caller sent it, fit to stand in the book; "" for
// what is none. It is somebody else's header, and no reason to refuse a command.
func TraceParent(text string) string {
	const plain = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	if len(text) != len(plain) || text[:2] == "ff" {
		return ""
	}
	for i := range len(text) {
		c := text[i]
		switch dash := plain[i] == '-'; {
		case dash && c == '-', !dash && (c >= '0' && c <= '9' || c >= 'a' && c <= 'f'):
		default:
			return ""
		}
	}
	return text
}

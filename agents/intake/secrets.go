package intake

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// removed stands where a secret stood.
const removed = "[secret removed]"

// secretWords are what names a secret where a key holds one of them.
var secretWords = regexp.MustCompile(`password|passwd|passphrase|secret|apikey|privatekey|accesskey|credential|authentication|authorization|oauth|bearer|cookie|tokens?$|^pwd$|^pass$`)

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// namesSecret says whether what stands under a key is to be dropped.
func namesSecret(key string) bool {
	return secretWords.MatchString(separators.Replace(strings.ToLower(key)))
}

var (
	cacaoID  = regexp.MustCompile(`^[a-z0-9-]+--[0-9a-fA-F-]{36}$`)
	variable = regexp.MustCompile(`(?:^|[\s"'=:/])\$*__[\w-]+__(?::value)?["'@]*$`)
	digit    = regexp.MustCompile(`[0-9=]`)
)

// findSecrets marks the values that are dropped and reports them by key and place.
// What they hold is remembered, to be taken out of every other text too.
func (c *cacao) findSecrets(n *node) {
	for _, child := range n.children {
		switch isName := n.pointer == "/workflow" || n.pointer == "/agent_definitions" || n.pointer == "/target_definitions"; {
		case child.key == "" || isName || !namesSecret(child.key):
			c.findSecrets(child)
		case child.member("value") != nil: // a variable: its name and description say no secret
			c.dropSecret(child.member("value"), child.key)
		default:
			c.dropSecret(child, child.key)
		}
	}
}

func (c *cacao) dropSecret(n *node, key string) {
	n.secret = true
	c.remember(n)
	c.report.addAt(c.src.line(n.offset), n.pointer, dropped, clean(key), "it may hold a password, a token or a key; the value is kept nowhere")
}

// remember collects the values below a secret that are long enough to be taken out
// elsewhere without harm to ordinary words.
func (c *cacao) remember(n *node) {
	plainKeys := []string{"type", "name", "description", "user_id", "username", "id"}
	if n.secret || !slices.Contains(plainKeys, n.key) {
		v := strings.TrimSpace(n.text)
		long := utf8.RuneCountInString(v)
		word := strings.IndexFunc(v, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		if n.kind != '{' && n.kind != '[' && (long >= 6 || long >= 4 && !word) && !cacaoID.MatchString(v) && !variable.MatchString(v) {
			c.secrets = append(c.secrets, v)
		}
	}
	for _, child := range n.children {
		c.remember(child)
	}
}

// inText finds what is a secret by its looks: the groups around it stay.
var inText = []struct {
	pattern *regexp.Regexp
	keep    string
	sure    bool // whether it is one without a digit, too
}{
	{regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*PRIVATE KEY-----|$)`), removed, true},
	{regexp.MustCompile(`(://)[^/\s:@]*:[^/\s@]+@`), "${1}" + removed + "@", true},
	{regexp.MustCompile(`(?i)((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|token|digest|negotiate|apikey)\s+)?[^\s"']+`), "${1}" + removed, true},
	{regexp.MustCompile(`(?i)\b((?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{8,}`), "${1}" + removed, false},
	{regexp.MustCompile(`(?i)((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)["']?=["']?)[^\s"'&,;]+`), "${1}" + removed, true},
	{regexp.MustCompile(`(?i)((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)["']?\s*:\s*["']?)[^\s"'&,;]{6,}`), "${1}" + removed, false},
	{regexp.MustCompile(`(?i)(--?(?:password|passwd|passphrase|secret|token|api-?key|access-?key)\s+["']?)[^\s"']+`), "${1}" + removed, true},
	{regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*|sk-[\w-]{20,}|glpat-[\w-]{16,})`), removed, true},
}

// text is a string of the file, fit to be shown: without control characters and
// without secrets. What was taken out is reported once for each string.
func (c *cacao) text(n *node) string {
	if n == nil || n.secret {
		return ""
	}
	shown, known := c.texts[n]
	if !known {
		shown = c.scrub(n, n.text)
		c.texts[n] = shown
	}
	return shown
}

// line is text on one line. Names are asked for at every reference.
func (c *cacao) line(n *node) string {
	shown, known := c.lines[n]
	if !known {
		shown = oneLine(c.text(n))
		c.lines[n] = shown
	}
	return shown
}

// scrub cleans a text that stands at a node, or was decoded from it.
func (c *cacao) scrub(n *node, text string) string {
	cleaned := clean(strings.ReplaceAll(text, "\r\n", "\n"))
	if cleaned != strings.ReplaceAll(text, "\r\n", "\n") {
		c.once(n, "control characters", "they have no meaning in a text and can't be shown")
	}
	out := c.withoutKnown(cleaned)
	for _, p := range inText {
		out = p.pattern.ReplaceAllStringFunc(out, func(hit string) string {
			value := p.pattern.ReplaceAllString(hit, p.keep)
			if strings.Contains(hit, removed) || !p.sure && !digit.MatchString(hit) || variable.MatchString(hit) {
				return hit
			}
			return value
		})
	}
	if out != cleaned {
		c.once(n, "a secret inside a text", "it is or looks like a password, a token or a key; the rest of the text stays")
	}
	return out
}

// withoutKnown takes out the values that stand under secret keys elsewhere, also
// where they are encoded.
func (c *cacao) withoutKnown(text string) string {
	return c.known.Replace(text)
}

// knowSecrets makes one replacer of all that was remembered, longest first.
func (c *cacao) knowSecrets() {
	slices.SortFunc(c.secrets, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, s := range c.secrets {
		pairs = append(pairs, s, removed, base64.StdEncoding.EncodeToString([]byte(s)), removed)
	}
	c.known = strings.NewReplacer(pairs...)
}

// once reports what was dropped from a string, however often it is read.
func (c *cacao) once(n *node, what, because string) {
	id := n.pointer + " " + what
	if c.told[id] {
		return
	}
	c.told[id] = true
	c.report.addAt(c.src.line(n.offset), n.pointer, dropped, what, "%s", because)
}

// render is a value as compact JSON, in the order of the file and without secrets.
func (c *cacao) render(n *node) string {
	switch {
	case n.secret:
		return quoteJSON(removed)
	case n.kind == '"':
		return quoteJSON(c.text(n))
	case n.kind == 0:
		return c.withoutKnown(n.text)
	}
	parts := make([]string, len(n.children))
	for i, child := range n.children {
		parts[i] = c.render(child)
		if n.kind == '{' {
			parts[i] = quoteJSON(c.withoutKnown(clean(child.key))) + ": " + parts[i]
		}
	}
	if n.kind == '{' {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

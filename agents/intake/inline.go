package intake

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxInline is how much of a text is read for its title; what is behind stands in
// the description anyway.
const maxInline = 4 << 10

// definition is the line that says where [name] leads.
var definition = regexp.MustCompile(`(?m)^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*(\S+)`)

// label is a text in brackets, which may be defined somewhere.
var label = regexp.MustCompile(`\[([^\[\]]+)\]`)

// templated is a link whose target a site's template makes, as in [x]({% page "y" %}).
var templated = regexp.MustCompile(`\[([^\[\]]*)\]\(\{[%{][^}]*\}[^()\s]*\)`)

// tick is the box of a checklist item.
var tick = regexp.MustCompile(`^\[([ xX])\][ \t]+`)

// styling is the HTML that a title loses nothing by; other tags are kept as text,
// since "<hostname>" is a blank to fill in.
var styling = regexp.MustCompile(`(?is)^(?:<!--.*|</?(?:a|abbr|b|big|br|code|center|del|div|em|font|i|img|ins|kbd|mark|p|q|s|small|span|strong|sub|sup|tt|u|var|wbr)(?:[\s/].*)?>)$`)

func newInlineParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	)
}

// plainText is the text of inline Markdown on one line. The bool says whether it
// holds all that the Markdown does; links, images and HTML hold more.
func (d *markdown) plainText(md []byte) (string, bool) {
	whole := true
	if len(md) > maxInline {
		md, whole = md[:maxInline], false
	}
	if !bytes.ContainsAny(md, "\\`*_[]<>&!") { // most texts: nothing to parse
		return clean(oneLine(strings.ToValidUTF8(string(md), ""))), whole
	}
	ctx := parser.NewContext()
	for _, m := range label.FindAllSubmatch(md, -1) {
		if to, ok := d.definitions[util.ToLinkReference(m[1])]; ok {
			ctx.AddReference(parser.NewReference(m[1], []byte(to), nil))
		}
	}
	md = []byte(strings.TrimSpace(strings.ToValidUTF8(string(md), "")))
	if templated.Match(md) {
		md, whole = templated.ReplaceAll(md, []byte("$1")), false
	}
	root := d.inline.Parse(text.NewReader(md), parser.WithContext(ctx))
	var b strings.Builder
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(literal(n, md))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.AutoLink:
			b.Write(n.Label(md))
		case *ast.RawHTML:
			if tag := n.Segments.Value(md); !styling.Match(tag) {
				b.Write(tag)
			} else {
				whole = false
				b.WriteString(spaceFor(tag))
			}
		case *ast.Link, *ast.Image:
			whole = false
		}
		return ast.WalkContinue, nil
	})
	title := clean(oneLine(b.String()))
	if title == "" {
		title = clean(oneLine(string(md)))
	}
	return title, whole
}

// spaceFor is a blank for the tag that breaks a line.
func spaceFor(tag []byte) string {
	if strings.HasPrefix(strings.ToLower(string(tag)), "<br") {
		return " "
	}
	return ""
}

// literal is a text node's text, with escapes and entities resolved where they count.
func literal(n *ast.Text, md []byte) []byte {
	raw := n.Segment.Value(md)
	if _, code := n.Parent().(*ast.CodeSpan); code || n.IsRaw() {
		return raw
	}
	return util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(raw)))
}

// titleOf makes a title of a paragraph. The bool says whether the title holds all
// that the paragraph does.
func (d *markdown) titleOf(paragraph []byte) (string, bool) {
	paragraph = tick.ReplaceAll(paragraph, nil)
	plain, whole := d.plainText(paragraph)
	title, all := shorten(plain)
	if all {
		return title, whole
	}
	if lead := d.boldLead(paragraph); lead != "" {
		return lead, false
	}
	return title, false
}

// bold is a paragraph that opens with bold words.
var bold = regexp.MustCompile(`^(?:\*\*([^*\n]+)\*\*|__([^_\n]+)__)`)

// boldLead is the bold opening of a paragraph, where authors put the title; "" for
// none.
func (d *markdown) boldLead(paragraph []byte) string {
	m := bold.FindSubmatch(paragraph)
	if m == nil {
		return ""
	}
	lead, _ := d.plainText(append(m[1], m[2]...))
	if lead, whole := shorten(strings.TrimRight(lead, ":")); whole {
		return lead
	}
	return ""
}

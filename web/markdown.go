package web

import (
	"bytes"
	"html"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// markdown draws what an agent wrote in Markdown. It never becomes more than words with
// structure: HTML in it stands there as text, pictures are not fetched, and a link that
// leads anywhere but to the web or to a mailbox is told as it was written.
func markdown(text string) templ.Component {
	var b bytes.Buffer
	if err := newMarkdown().Convert([]byte(shown(text)), &b); err != nil {
		return templ.Raw("<pre>" + html.EscapeString(shown(text)) + "</pre>")
	}
	return templ.Raw(b.String())
}

func newMarkdown() goldmark.Markdown {
	table := extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)) // a style would be refused by the page's policy
	return goldmark.New(
		goldmark.WithExtensions(table),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(tame{}, 100))),
	)
}

// tame draws what could be more than words.
type tame struct{}

// RegisterFuncs says what it draws.
func (tame) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(ast.KindImage, image)
}

// headingsBelow is how deep the headings of a page are that a text stands under.
const headingsBelow = 2

func heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	name := "h" + strconv.Itoa(min(node.(*ast.Heading).Level+headingsBelow, 6))
	if entering {
		_, _ = w.WriteString("<" + name + ">")
	} else {
		_, _ = w.WriteString("</" + name + ">\n")
	}
	return ast.WalkContinue, nil
}

func htmlBlock(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.HTMLBlock)
	_, _ = w.WriteString("<pre>" + html.EscapeString(string(n.Lines().Value(source))))
	if n.HasClosure() {
		_, _ = w.WriteString(html.EscapeString(string(n.ClosureLine.Value(source))))
	}
	_, _ = w.WriteString("</pre>\n")
	return ast.WalkContinue, nil
}

func rawHTML(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(html.EscapeString(string(node.(*ast.RawHTML).Segments.Value(source))))
	}
	return ast.WalkSkipChildren, nil
}

func link(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	to := html.UnescapeString(string(node.(*ast.Link).Destination))
	harmless := leadsOut(to)
	switch {
	case harmless && entering:
		_, _ = w.WriteString(anchor(to))
	case harmless:
		_, _ = w.WriteString("</a>")
	case entering:
		_, _ = w.WriteString("[")
	default:
		_, _ = w.WriteString("](" + html.EscapeString(to) + ")")
	}
	return ast.WalkContinue, nil
}

func autoLink(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.AutoLink)
	to, label := string(n.URL(source)), html.EscapeString(string(n.Label(source)))
	if n.AutoLinkType == ast.AutoLinkEmail {
		to = "mailto:" + to
	}
	if leadsOut(to) {
		label = anchor(to) + label + "</a>"
	}
	_, _ = w.WriteString(label)
	return ast.WalkContinue, nil
}

// image is told as it was written: fetching it would tell its host who reads.
func image(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("![")
	} else {
		_, _ = w.WriteString("](" + html.EscapeString(string(node.(*ast.Image).Destination)) + ")")
	}
	return ast.WalkContinue, nil
}

func anchor(to string) string {
	return `<a href="` + html.EscapeString(to) + `" rel="noopener noreferrer nofollow">`
}

// leadsOut says whether an address is one that a text from outside may link to.
func leadsOut(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https", "mailto":
		return true
	}
	return false
}

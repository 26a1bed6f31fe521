package web

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkdownOfAnAgentIsNeverMoreThanWordsWithStructure(t *testing.T) {
	for in, want := range map[string]string{
		"# Plan\n\n1. a\n2. **b**":         "<h3>Plan</h3>\n<ol>\n<li>a</li>\n<li><strong>b</strong></li>\n</ol>\n",
		"<script>alert(1)</script>":        "<pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre>\n",
		"a <img src=x onerror=alert(1)> b": "<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n",
		"<div>\n\nwords\n\n</div>":         "<pre>&lt;div&gt;\n</pre>\n<p>words</p>\n<pre>&lt;/div&gt;</pre>\n",
		"[go](javascript:alert(1))":        "<p>[go](javascript:alert(1))</p>\n",
		"[go](JaVaScRiPt:x)":               "<p>[go](JaVaScRiPt:x)</p>\n",
		"[go](java&#x0A;script:x)":         "<p>[go](java\nscript:x)</p>\n",
		"[go](data:text/html,x)":           "<p>[go](data:text/html,x)</p>\n",
		"[go](//evil.example/x)":           "<p>[go](//evil.example/x)</p>\n",
		"[go](/v1/handles)":                "<p>[go](/v1/handles)</p>\n",
		`[go](https://a.example/?"x"&y)`:   `<p><a href="https://a.example/?&#34;x&#34;&amp;y" rel="noopener noreferrer nofollow">go</a></p>` + "\n",
		"<javascript:alert(1)>":            "<p>javascript:alert(1)</p>\n",
		"<https://a.example>":              `<p><a href="https://a.example" rel="noopener noreferrer nofollow">https://a.example</a></p>` + "\n",
		"![x](https://a.example/p.png)":    "<p>![x](https://a.example/p.png)</p>\n",
		"```html\n<b>\n```":                "<pre><code class=\"language-html\">&lt;b&gt;\n</code></pre>\n",
		"a \u202eevil\u202c":               "<p>a evil</p>\n",
		"&lt;script&gt; &#60;b>":           "<p>&lt;script&gt; &lt;b&gt;</p>\n",
	} {
		var b strings.Builder
		if err := markdown(in).Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", in, diff)
		}
	}
}

package definitions_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/definitions"
)

const agent = "---\nname: A\n---\nWork.\n"

// folderOf is a folder with files, each made with the folders that it is in.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func link(t *testing.T, dir, name, to string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		t.Fatal(err)
	}
}

// verdicts are what became of each file, in short.
func verdicts(c *definitions.Catalog) map[string]string {
	all := map[string]string{}
	for _, v := range c.Verdicts {
		all[v.File] = string(v.State)
		if v.Problem != nil {
			all[v.File] += " " + string(v.Problem.Reason)
		}
	}
	return all
}

// A plugin's agents stay inside of it, and a project's plugin inside the checkout; what is
// broken is told, and costs its siblings nothing.
func TestPluginsOfAProject(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"p/good/plugin.json": `{"name":"good"}`, "p/good/agents/a.md": agent,
		"p/named/plugin.json": `{"agents":["./one","two/"]}`, "p/named/one/b.md": agent, "p/named/two/c.md": agent, "p/named/agents/unnamed.md": agent,
		"p/broken/plugin.json": `{"name":`, "p/broken/agents/d.md": agent,
		"p/list/plugin.json": `[]`, "p/list/agents/e.md": agent,
		"p/number/plugin.json": `{"agents":7}`, "p/number/agents/f.md": agent,
		"p/out/plugin.json":  `{"agents":"../good/agents"}`,
		"p/root/plugin.json": `{"agents":"/etc"}`,
		"p/none/agents/g.md": agent, "p/README.md": "no plugin\n",
		"p/folder/plugin.json/x": "", "p/folder/agents/h.md": agent,
		"p/linked/plugin.json": `{}`, "p/linked/agents/own.md": agent,
		"elsewhere/plugin.json": `{}`, "elsewhere/agents/i.md": agent, "secret.md": agent,
	})
	outside := folderOf(t, map[string]string{"plugin.json": `{}`, "agents/stranger.md": agent})
	link(t, dir, "p/inside", "../elsewhere")
	link(t, dir, "p/outside", outside)
	link(t, dir, "p/dangling", "nowhere")
	link(t, dir, "p/linked/agents/secret.md", "../../../secret.md")
	link(t, dir, "p/linked/agents/self.md", "own.md")
	p := definitions.OpenPlugins(
		definitions.PluginFolder{Scope: definitions.Project, Name: "p", Path: "p", Within: dir},
		definitions.PluginFolder{Scope: definitions.Project, Name: "q", Path: "q", Within: dir},
	)
	defer p.Close()
	want := map[string]string{
		"p/good/agents/a.md": "loaded", "p/named/one/b.md": "loaded", "p/named/two/c.md": "loaded", "p/inside/agents/i.md": "loaded",
		"p/broken": "refused INVALID_PLUGIN", "p/list": "refused INVALID_PLUGIN", "p/number": "refused INVALID_PLUGIN",
		"p/out": "refused INVALID_PLUGIN", "p/root": "refused INVALID_PLUGIN", "p/none": "ignored", "p/folder": "refused UNREADABLE",
		"p/outside": "refused UNREADABLE", "p/dangling": "refused UNREADABLE",
		"p/linked/agents/own.md": "loaded", "p/linked/agents/self.md": "loaded", "p/linked/agents/secret.md": "refused UNREADABLE",
	}
	if diff := cmp.Diff(want, verdicts(definitions.Load(p.Roots...))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The installation's plugins may be links to anywhere on this host; their agents still stay
// inside of them, and stand behind a project's.
func TestPluginsOfTheInstallation(t *testing.T) {
	project := folderOf(t, map[string]string{"plugins/x/plugin.json": "{}", "plugins/x/agents/a.md": agent})
	away := folderOf(t, map[string]string{"plugin.json": "{}", "agents/a.md": agent, "agents/b.md": agent})
	dir := folderOf(t, map[string]string{"y/plugin.json": "{}", "y/agents/c.md": agent})
	link(t, dir, "z", away)
	link(t, dir, "y/agents/d.md", filepath.Join(away, "agents", "b.md"))
	p := definitions.OpenPlugins(
		definitions.PluginFolder{Scope: definitions.Project, Name: "plugins", Path: "plugins", Within: project},
		definitions.PluginFolder{Scope: definitions.Global, Name: "home", Path: dir},
		definitions.PluginFolder{Scope: definitions.Global, Name: "gone", Path: filepath.Join(dir, "gone")},
	)
	defer p.Close()
	want := map[string]string{
		"plugins/x/agents/a.md": "loaded", "home/y/agents/c.md": "loaded", "home/y/agents/d.md": "refused UNREADABLE",
		"home/z/agents/a.md": "shadowed", "home/z/agents/b.md": "loaded",
	}
	if diff := cmp.Diff(want, verdicts(definitions.Load(p.Roots...))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

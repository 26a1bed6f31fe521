package definitions

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A PluginFolder is a folder of this host whose children are plugins: folders with a
// plugin.json, and agent files of their own (workspace-turns.md 3.3).
type PluginFolder struct {
	Scope Scope
	Name  string // the folder, for people
	Path  string // the folder; in Within, where that is given
	// Within is the checkout that no plugin of it may lead out of, wherever links lead; ""
	// for one of the installation's, where a plugin may be a link to anywhere.
	Within string
}

// PluginFolders are where plugins stand in a checkout, in their order of precedence.
func PluginFolders() []string { return []string{".turnbook/plugins", ".agents/plugins"} }

// PluginsOf are the plugin folders of a checkout.
func PluginsOf(checkout string) []PluginFolder {
	var folders []PluginFolder
	for _, f := range PluginFolders() {
		folders = append(folders, PluginFolder{Scope: Project, Name: f, Path: f, Within: checkout})
	}
	return folders
}

// Plugins are plugins that were opened. Their roots can be read until they are closed.
type Plugins struct {
	Roots  []Root
	opened []*os.Root
}

// OpenPlugins opens the plugins of folders, in their order. What a plugin says stays inside
// of it: no link leads out of its own folder. A plugin that is broken is a root that holds
// its verdict and nothing else, and costs its siblings nothing; a folder that is not there
// holds no plugins.
func OpenPlugins(folders ...PluginFolder) *Plugins {
	p := &Plugins{}
	for _, f := range folders {
		p.folder(f)
	}
	return p
}

// Close ends the reading.
func (p *Plugins) Close() {
	for _, r := range p.opened {
		_ = r.Close() // nothing was written
	}
}

func (p *Plugins) folder(f PluginFolder) {
	dir, listed := f.outer()
	outer, err := os.OpenRoot(dir)
	if err != nil {
		p.refuse(f, "", err)
		return
	}
	defer outer.Close()
	entries, err := fs.ReadDir(outer.FS(), listed)
	if err != nil {
		p.refuse(f, "", err)
		return
	}
	for _, e := range entries {
		if err := p.plugin(f, outer, path.Join(listed, e.Name())); err != nil {
			p.refuse(f, e.Name(), err)
		}
	}
}

// outer is the folder that is opened, and the one in it that is listed: in a checkout a link
// may lead anywhere inside.
func (f PluginFolder) outer() (dir, listed string) {
	if f.Within != "" {
		return f.Within, f.Path
	}
	return f.Path, "."
}

// plugin opens one child of a folder. A child that is no folder is no plugin, and neither
// is a folder without a plugin.json.
func (p *Plugins) plugin(f PluginFolder, outer *os.Root, at string) error {
	name, open := path.Base(at), outer.OpenRoot
	if f.Within == "" {
		open = func(string) (*os.Root, error) { return os.OpenRoot(filepath.Join(f.Path, name)) }
	}
	inner, err := open(at)
	if err != nil {
		if info, no := outer.Stat(at); no == nil && !info.IsDir() {
			return nil
		}
		return err
	}
	p.opened = append(p.opened, inner)
	folders, err := agentFolders(inner.FS())
	if errors.Is(err, fs.ErrNotExist) {
		p.verdict(f, name, Verdict{State: Ignored})
		return nil
	}
	for _, folder := range folders {
		p.Roots = append(p.Roots, Root{Scope: f.Scope, Name: shown(path.Join(f.Name, name), folder), FS: inner.FS(), Path: folder})
	}
	return err
}

// manifest is the file that makes a folder a plugin.
const manifest = "plugin.json"

// agentFolders are the folders of a plugin's agent files, as its manifest names them.
// Without a manifest the error is [fs.ErrNotExist].
func agentFolders(plugin fs.FS) ([]string, error) {
	if _, err := fs.Stat(plugin, manifest); err != nil {
		return nil, err
	}
	raw, err := readFile(plugin, manifest)
	if err != nil {
		return nil, err
	}
	var m struct {
		Agents json.RawMessage `json:"agents"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, &Problem{Reason: InvalidPlugin, Detail: "plugin.json is no JSON object: " + err.Error(), Fix: "repair plugin.json; {} is enough"}
	}
	named := []string{"agents"}
	if m.Agents != nil {
		if named, err = foldersOf(m.Agents); err != nil {
			return nil, err
		}
	}
	for i, folder := range named {
		named[i] = path.Clean(folder)
		if !fs.ValidPath(named[i]) {
			return nil, &Problem{Reason: InvalidPlugin, Detail: fmt.Sprintf("plugin.json names agents in %q, which is not inside the plugin", folder), Fix: "name folders inside the plugin, as in ./agents"}
		}
	}
	return named, nil
}

// foldersOf reads one folder, or a list of them.
func foldersOf(raw json.RawMessage) ([]string, error) {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}, nil
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many, nil
	}
	return nil, &Problem{Reason: InvalidPlugin, Detail: "the key agents of plugin.json is neither a folder nor a list of folders", Fix: "name folders inside the plugin, as in ./agents"}
}

// refuse keeps why a plugin, or a folder of plugins, could not be read.
func (p *Plugins) refuse(f PluginFolder, name string, err error) {
	if name == "" && errors.Is(err, fs.ErrNotExist) {
		return
	}
	no := &Problem{Reason: Unreadable, Detail: reasonOf(err), Fix: "make the folder readable; a link must not lead out of the checkout"}
	if known := (*Problem)(nil); errors.As(err, &known) {
		no = known
	}
	p.verdict(f, name, Verdict{State: Refused, Problem: no})
}

func (p *Plugins) verdict(f PluginFolder, name string, v Verdict) {
	v.File, v.Scope = strings.TrimSuffix(shown(f.Name, name), "/"), f.Scope
	p.Roots = append(p.Roots, Root{Scope: f.Scope, Verdict: &v})
}

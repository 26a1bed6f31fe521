package proof

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"turnbook/schemas"
)

// VerifyBundle says whether a bundle is what was packed, and what it proves. key is the
// vendor's public key as it is known elsewhere; "" for the one that the bundle names. The
// error is a [*BundleError].
func VerifyBundle(raw []byte, key string) (Report, error) {
	files, broken, err := unzipped(raw)
	if err != nil {
		return Report{}, err
	}
	b := bundle{files: files, found: broken}
	if err := b.readManifest(key); err != nil {
		return Report{}, err
	}
	b.checkFiles()
	b.readAudit()
	b.readChain()
	b.checkChains()
	return b.report(), nil
}

// bundle is a bundle while it is verified.
type bundle struct {
	files   map[string][]byte
	m       manifest
	anchors *Anchors
	order   []string          // boundaries, as they first appear
	chains  map[string][]link // of each boundary
	own     map[string]uint64 // position of the last event of the turn in each boundary
	events  uint64
	head    uint64
	found   []Finding
}

func (b *bundle) readManifest(key string) error {
	text, ok := b.files[fileManifest]
	if !ok {
		return &BundleError{Reason: "it has no " + fileManifest}
	}
	if err := json.Unmarshal(text, &b.m); err != nil {
		return &BundleError{Reason: fileManifest + " can't be read", Err: err}
	}
	if b.m.Format != bundleFormat {
		return &BundleError{Reason: fmt.Sprintf("its format is %.60q and not %s", b.m.Format, bundleFormat)}
	}
	if key == "" {
		key = b.m.Key
	} else if key != b.m.Key {
		b.find(ForeignKey, fileManifest, fmt.Sprintf("it names the key %.60q; the vendor's is %.60q", b.m.Key, key))
	}
	if err := checkSignature(key, text, string(b.files[fileSignature])); err != nil {
		b.find(ForeignKey, fileManifest, err.Error())
	}
	b.anchors = NewAnchors(b.m.Vendor, key)
	b.anchors.sparse = true
	return nil
}

func (b *bundle) find(k Kind, file, why string) {
	b.found = append(b.found, Finding{Kind: k, Vendor: b.m.Vendor, File: file, Why: why})
}

// checkFiles holds the files against the manifest.
func (b *bundle) checkFiles() {
	listed := map[string]bool{fileManifest: true, fileSignature: true}
	for _, f := range b.m.Files {
		listed[f.Name] = true
		content, there := b.files[f.Name]
		switch {
		case !there:
			b.find(Altered, f.Name, "it is missing")
		case schemas.Digest(content) != f.SHA256:
			b.find(Altered, f.Name, "its bytes are not those that were packed")
		}
	}
	for name := range b.files {
		if !listed[name] {
			b.find(Altered, name, "it was not packed")
		}
	}
}

// lines hands each line of a file to see; a line that is none is a finding.
func (b *bundle) lines(file string, see func(l line, e schemas.Entity) error) {
	lines := bufio.NewScanner(bytes.NewReader(b.files[file]))
	lines.Buffer(nil, len(b.files[file])+1)
	for n := 1; lines.Scan(); n++ {
		var l line
		err := json.Unmarshal(lines.Bytes(), &l)
		var e schemas.Entity
		if err == nil {
			e, err = schemas.ParseEntity(b.m.Vendor, l.Boundary)
		}
		if err == nil {
			err = see(l, e)
		}
		if err != nil {
			b.find(Altered, file, fmt.Sprintf("line %d can't be read: %v", n, err))
		}
	}
}

// recordOf reads the event of a line, with its data where that is a file of its own.
func (b *bundle) recordOf(l line, e schemas.Entity) schemas.Record {
	message := append(append([]byte{'['}, l.Event...), ']')
	r := schemas.DecodeBatch(e, l.Seq, message, func(digest string) ([]byte, error) {
		if data, ok := b.files[folderData+digest+".json"]; ok {
			return data, nil
		}
		return nil, &BundleError{Reason: "it lacks " + folderData + digest + ".json"}
	})[0]
	r.Index, r.Stored = l.Index, l.Event
	return r
}

func (b *bundle) readAudit() {
	b.lines(fileAudit, func(l line, e schemas.Entity) error {
		r := b.recordOf(l, e)
		switch {
		case e != schemas.AuditOf(b.m.Vendor):
			b.anchors.find(Splice, r, "it is no event of the vendor's audit boundary")
		case !schemas.VerifyHash(r.Stored):
			b.anchors.find(Edit, r, "its bytes are not those that its hash is over")
		default:
			b.anchors.See(r)
		}
		return nil
	})
}

func (b *bundle) readChain() {
	b.chains, b.own = make(map[string][]link), make(map[string]uint64)
	b.lines(fileChain, func(l line, e schemas.Entity) error {
		k, err := b.linkOf(l, e)
		if err != nil {
			return err
		}
		if b.chains[l.Boundary] == nil {
			b.order = append(b.order, l.Boundary)
		}
		b.chains[l.Boundary] = append(b.chains[l.Boundary], k)
		b.events++
		b.head = max(b.head, l.Seq)
		return nil
	})
}

func (b *bundle) linkOf(l line, e schemas.Entity) (link, error) {
	if l.Skip != nil {
		k, err := l.Skip.link(e)
		k.Position = schemas.Position{Seq: l.Seq, Index: l.Index}
		return k, err
	}
	r := b.recordOf(l, e)
	b.own[l.Boundary] = max(b.own[l.Boundary], l.Seq)
	k := linkOf(r)
	if k.holds && k.home && r.Turn != b.m.Turn {
		b.anchors.find(Splice, r, "it belongs to another turn")
	}
	return k, nil
}

// checkChains follows each chain to the first anchor that saw all of the turn in it.
func (b *bundle) checkChains() {
	for _, name := range b.order {
		e, err := schemas.ParseEntity(b.m.Vendor, name)
		if err != nil {
			continue // it was told with its line
		}
		d := diagnosis{entity: e, links: b.chains[name], start: b.chains[name][0].prev}
		for _, m := range b.anchors.marks[d.entity] {
			if m.seq >= b.own[name] {
				d.marks = []mark{m}
				break
			}
		}
		b.found = append(b.found, d.run()...)
		if len(d.marks) == 0 {
			b.found = append(b.found, Finding{
				Kind: CutTail, Vendor: b.m.Vendor, Boundary: name, Seq: b.own[name], Why: "no anchor of the bundle covers the turn's last event here",
			})
		}
	}
}

func (b *bundle) report() Report {
	r := Report{
		Head: max(b.head, b.anchors.anchored), Boundaries: len(b.order), Events: b.events, Anchors: b.anchors.count, Anchored: b.anchors.anchored,
		Key: b.anchors.key, Findings: append([]Finding{}, b.found...),
	}
	r.Findings = append(r.Findings, b.anchors.findings...)
	slices.SortStableFunc(r.Findings, func(x, y Finding) int { return strings.Compare(x.File, y.File) })
	r.Holds = len(r.Findings) == 0
	return r
}

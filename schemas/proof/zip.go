package proof

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A BundleError says that a file is no evidence bundle.
type BundleError struct {
	Reason string
	Err    error
}

func (e *BundleError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("it is no evidence bundle: %s: %v", e.Reason, e.Err)
	}
	return "it is no evidence bundle: " + e.Reason
}
func (e *BundleError) Unwrap() error { return e.Err }

// Zip packs files so that the same files are the same bytes: in the order of their
// names, without times, and as they are.
func Zip(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// mostGrown is how many bytes a bundle may hold beyond its own length: somebody may have
// packed it anew, compressed, but a small file must not become a large one.
const mostGrown = 256 << 20

// unzipped reads the files of a bundle, however they were packed: what they say is signed,
// the container around them is nobody's word.
func unzipped(raw []byte) (files map[string][]byte, broken []Finding, err error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, nil, &BundleError{Reason: "it can't be unpacked", Err: err}
	}
	files = make(map[string][]byte)
	left := int64(len(raw)) + mostGrown
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") && f.UncompressedSize64 == 0 {
			continue // a folder
		}
		if _, twice := files[f.Name]; twice {
			broken = append(broken, Finding{Kind: Altered, File: f.Name, Why: "it is in the bundle twice"})
			continue
		}
		content, err := unpack(f, left)
		if err != nil {
			broken = append(broken, Finding{Kind: Altered, File: f.Name, Why: err.Error()})
		}
		if left -= int64(len(content)); left < 0 {
			return nil, nil, &BundleError{Reason: fmt.Sprintf("unpacked it is larger than itself by more than %d MiB", mostGrown>>20)}
		}
		files[f.Name] = content
	}
	return files, broken, nil
}

// unpack reads a file, and no more than a byte beyond a limit of it.
func unpack(f *zip.File, limit int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, limit+1))
}

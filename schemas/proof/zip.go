package proof

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
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

// unzipped reads what Zip wrote, and whatever else can be read. What is not stored as
// it is, is refused: a small file must not become a large one.
func unzipped(raw []byte) (files map[string][]byte, broken []Finding, err error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, nil, &BundleError{Reason: "it can't be unpacked", Err: err}
	}
	files = make(map[string][]byte)
	for _, f := range z.File {
		if _, twice := files[f.Name]; twice {
			broken = append(broken, Finding{Kind: Altered, File: f.Name, Why: "it is in the bundle twice"})
			continue
		}
		content, err := readStored(f)
		if err != nil {
			broken = append(broken, Finding{Kind: Altered, File: f.Name, Why: err.Error()})
		}
		files[f.Name] = content
	}
	if again, err := Zip(files); err != nil || !bytes.Equal(again, raw) {
		broken = append(broken, Finding{Kind: Altered, File: "the container", Why: "its bytes are not as it was packed, whatever its files say"})
	}
	return files, broken, nil
}

func readStored(f *zip.File) ([]byte, error) {
	if f.Method != zip.Store {
		return nil, fmt.Errorf("it is compressed, which no file of a bundle is")
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

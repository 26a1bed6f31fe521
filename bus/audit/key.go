package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"turnbook/schemas/proof"
)

// SeedFile is where a data folder keeps the secret half of the vendor's key. Only its
// owner can read it; who has it can sign anchors.
const SeedFile = "anchor.seed"

// OpenKey reads the key of a data folder, or makes it.
func OpenKey(dir string) (*proof.Key, error) {
	name := filepath.Join(dir, SeedFile)
	seed, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(dir, name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the key: %w", err)
	}
	key, err := proof.ReadKey(seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return key, nil
}

// makeKey writes a new key beside its name first, so that the name never holds half.
func makeKey(dir, name string) (*proof.Key, error) {
	key, err := proof.NewKey()
	if err != nil {
		return nil, err
	}
	seed, err := key.Seed()
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, SeedFile+".*") // readable by its owner alone
	if err != nil {
		return nil, fmt.Errorf("keep the key: %w", err)
	}
	_, err = f.Write(seed)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("keep the key: %w", err), os.Remove(f.Name()))
	}
	return key, nil
}

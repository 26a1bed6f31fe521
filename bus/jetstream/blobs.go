package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/schemas"
)

// blobChunk is how much of a blob goes in one message; servers take 1 MiB unless
// set otherwise.
const blobChunk = 512 << 10

func (s *Store) openBlobs(ctx context.Context) (err error) {
	s.blobs, err = s.js.ObjectStore(ctx, blobBucket)
	if errors.Is(err, js.ErrBucketNotFound) {
		s.blobs, err = s.js.CreateObjectStore(ctx, js.ObjectStoreConfig{
			Bucket: blobBucket, Description: "Turnbook: large data of events, by digest",
			Storage: js.FileStorage, Replicas: s.replicas,
		})
		if errors.Is(err, js.ErrBucketExists) { // another process was quicker
			s.blobs, err = s.js.ObjectStore(ctx, blobBucket)
		}
	}
	if err != nil {
		return fmt.Errorf("open bucket %s: %w", blobBucket, err)
	}
	return nil
}

// putBlobs makes the blobs durable; the append that refers to them comes after. An
// append that then fails leaves blobs that nothing refers to, and the same data
// finds them again.
func (s *Store) putBlobs(ctx context.Context, blobs []schemas.Blob) error {
	for _, b := range blobs {
		_, err := s.blobs.GetInfo(ctx, b.Digest)
		if errors.Is(err, js.ErrObjectNotFound) {
			meta := js.ObjectMeta{Name: b.Digest, Opts: &js.ObjectMetaOptions{ChunkSize: blobChunk}}
			_, err = s.blobs.Put(ctx, meta, bytes.NewReader(b.Data))
		}
		if err != nil {
			return fmt.Errorf("keep %d bytes as %s: %w", len(b.Data), b.Digest, err)
		}
	}
	return nil
}

package jetstream

import (
	"context"
	"fmt"
	"iter"
	"time"

	js "github.com/nats-io/nats.go/jetstream"
)

const (
	bulkFrom     = 4 * batchMessages  // messages, beyond which a consumer pays for itself
	bulkMessages = 10 * batchMessages // on their way from a consumer
	bulkBytes    = 16 << 20           // the same in bytes
)

// bulk reads a filter from a sequence on through a consumer of its own, without end.
func (s *Store) bulk(ctx context.Context, filter string, from uint64) iter.Seq2[raw, error] {
	return func(yield func(raw, error) bool) {
		consumer, err := s.js.OrderedConsumer(ctx, logStream, js.OrderedConsumerConfig{
			FilterSubjects: []string{filter}, DeliverPolicy: js.DeliverByStartSequencePolicy, OptStartSeq: from,
			MaxResetAttempts: 1, // whoever ranges starts again where it stands
		})
		if err != nil {
			yield(raw{}, fmt.Errorf("make a consumer of %s: %w", filter, err))
			return
		}
		defer s.drop(ctx, consumer)
		messages, err := consumer.Messages(js.PullMaxMessagesWithBytesLimit(bulkMessages, bulkBytes))
		if err != nil {
			yield(raw{}, fmt.Errorf("read a consumer of %s: %w", filter, err))
			return
		}
		defer messages.Stop()
		defer context.AfterFunc(ctx, messages.Stop)()
		for {
			m, err := messages.Next()
			if err != nil {
				yield(raw{}, fmt.Errorf("read a consumer of %s: %w", filter, err))
				return
			}
			meta, err := m.Metadata()
			if err != nil {
				yield(raw{}, fmt.Errorf("read a consumer of %s: %w", filter, err))
				return
			}
			if !yield(raw{subject: m.Subject(), seq: meta.Sequence.Stream, data: m.Data()}, nil) {
				return
			}
		}
	}
}

// drop deletes a consumer that nobody reads any more. Without it the server does,
// after five minutes.
func (s *Store) drop(ctx context.Context, consumer js.Consumer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if info := consumer.CachedInfo(); info != nil {
		if err := s.js.DeleteConsumer(ctx, logStream, info.Name); err != nil {
			s.lg.Debug("consumer not deleted", "err", err)
		}
	}
}

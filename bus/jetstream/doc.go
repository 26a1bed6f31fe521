// Package jetstream keeps the log on NATS JetStream. It is the only user of the
// NATS client.
//
// A [Store] talks to a server of its own in this process, which opens no port
// unless asked to, or to a server or cluster elsewhere; the code is the same.
//
//	stream TURNBOOK        subjects turnbook.<vendor>.<kind>.<id>, the log
//	stream TURNBOOK_WAKES  subjects turnbook-wakes.<vendor>.<session>, the queue
//	bucket TURNBOOK_BLOBS  data above the limits, by digest
//
// Deltas are plain messages on turnbook-delta.<vendor>.<session>, which is in no stream.
//
// Each of vendor, kind and id is one token, written by [schemas.EncodeToken], so
// that no id means anything to NATS. A message of the log is a batch of CloudEvents;
// its headers are its content type and the position that its append expected.
// No text from outside stands in a header, so headers stay far below the 64 KiB
// beyond which replication breaks.
//
// What is in the log stays: the stream takes no deletes and no purges, and when it
// is full it refuses what is new.
//
// An append is durable when it is acknowledged: see [Sync]. The position that it
// expects is checked by the server on the boundary's one literal subject. The hash
// before it comes from a cache of heads; a stale cache makes a needless round trip,
// never a wrong chain, because a hash is used only together with the sequence that
// it belongs to.
//
// Readers ask for ranges by sequence and keep no state in the server, so a restart
// of the broker costs them a retry. What is far behind is read through a consumer
// of its own. Followers are told of new messages by one consumer for the whole
// store, which gets headers only.
//
// It needs nats-server 2.11 or later, where a request may ask for many messages.
package jetstream

// Package words puts made-up words in the place of people's, so that what happened can
// be handed on without what was said.
//
// What is replaced are the fields that say so (`words:"user"`, `"author"` or `"model"`),
// and inside raw JSON every text, member and number that is not known to be structure:
// an id, a kind, a coordinate. A word that nobody thought of is replaced, not kept.
//
// Equal words are replaced equally, wherever they stand and however they are written, by
// words of as many letters and bytes, with the same capitals: titles that were equal are
// equal, what was too long is too long, and what stood inside another text does so still.
// Made-up words are counted in the order in which words are met, and are no function of
// what they replace. Ids, names of users among them, are kept.
package words

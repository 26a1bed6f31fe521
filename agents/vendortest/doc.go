// Package vendortest plays a vendor: a server of its wire format, behind which any
// [agents.Model] answers. The whole product runs against it as it would against the
// vendor, since a paid one can't be had in a test.
package vendortest

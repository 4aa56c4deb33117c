// Package conformance runs scenarios of the official MCP conformance suite: through
// a gateway, and against the companion. make conformance installs the suite, with the
// Node that it needs, and runs the tests.
package conformance

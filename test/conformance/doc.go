// Package conformance runs scenarios of the official MCP conformance suite. make
// conformance installs the suite, with the Node that it needs, and runs the tests.
package conformance

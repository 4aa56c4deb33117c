// Package abi keeps the marker's package exactly four imports below main. The
// linker writes exports in the order in which packages are loaded, and ours has
// to come after the SDK's own marker (docs/RATIONALE.md, "Why one binary with
// two ABI markers?"; a test holds the order).
package abi

import _ "mcp-router/filter/hostcall/abi/marker" // exports it

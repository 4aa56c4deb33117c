package mcp

// Stateless is the first revision without sessions. It makes the standard
// headers binding: who reads the body refuses headers that disagree with it.
const Stateless = "2026-07-28"

// MirrorsBody reports whether a protocol version header promises that
// Mcp-Method and Mcp-Name mirror the body. Revisions are dates, so later ones
// compare greater; text that is no date is held to the stricter rule.
func MirrorsBody(version string) bool { return version >= Stateless }

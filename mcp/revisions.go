package mcp

// Revisions of the protocol. They are dates, so later ones compare greater.
const (
	Revision2024 = "2024-11-05"
	// RevisionFirst is the first one with streamable HTTP; requests that do not
	// say otherwise are of it (2025-11-25, "Protocol Version Header").
	RevisionFirst = "2025-03-26"
	RevisionJune  = "2025-06-18"
	// RevisionLast is the last one with sessions.
	RevisionLast = "2025-11-25"
	// RevisionStateless is the first one without sessions. It makes the standard
	// headers binding: who reads the body refuses headers that disagree with it.
	RevisionStateless = "2026-07-28"
)

// sessionRevisions are those of the session era, the newest first.
var sessionRevisions = [...]string{RevisionLast, RevisionJune, RevisionFirst, Revision2024}

// SessionRevisions returns the revisions of the session era, the newest first.
func SessionRevisions() []string { return sessionRevisions[:] }

// Revisions returns all that are spoken, the newest first.
func Revisions() []string { return append([]string{RevisionStateless}, sessionRevisions[:]...) }

// IsSessionRevision reports whether a version is one of the session era.
func IsSessionRevision(version string) bool {
	for _, known := range sessionRevisions {
		if known == version {
			return true
		}
	}
	return false
}

// Negotiate is the answer to the version that an initialize asks for: the same
// if we speak it, else our newest (2025-11-25, "Version Negotiation").
func Negotiate(requested string) string {
	if IsSessionRevision(requested) {
		return requested
	}
	return RevisionLast
}

// HasVersionHeader reports whether requests of a revision say which it is: those
// before 2025-06-18 do not know the header, and their servers may refuse it.
func HasVersionHeader(version string) bool { return version >= RevisionJune }

// Era tells the two kinds of MCP apart, or is a set of them. It is a property
// of each request.
type Era uint8

const (
	// Session is every revision before 2026-07-28: initialize, then sessions.
	Session Era = 1 << iota
	// Stateless is 2026-07-28 and later: each request stands alone.
	Stateless
	// Both eras.
	Both = Session | Stateless
)

// EraOf is the era of a revision.
func EraOf(version string) Era {
	if MirrorsBody(version) {
		return Stateless
	}
	return Session
}

// Has reports whether a set of eras has one.
func (e Era) Has(era Era) bool { return e&era != 0 }

// MirrorsBody reports whether a protocol version header promises that
// Mcp-Method and Mcp-Name mirror the body. Text that is no date is held to the
// stricter rule.
func MirrorsBody(version string) bool { return version >= RevisionStateless }

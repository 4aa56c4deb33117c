package listing

import (
	"errors"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// Errors of a server's list. They quote nothing of it.
var (
	// ErrShape is a result that is no list.
	ErrShape = errors.New("the result is no list")
	// ErrTooLarge is a list over MaxPart or MaxEntries, or one with which the
	// merged list would be over MaxList.
	ErrTooLarge = errors.New("the list is too large")
)

// MaxCursor bounds a server's cursor, in bytes of JSON.
const MaxCursor = 4 << 10

// page is one answer to a request for a list.
type page struct {
	entries jsonrpc.Span
	// cursor asks for the next page: the raw JSON string, nil at the end. An
	// empty string is a cursor.
	cursor []byte
	hints  Hints
}

// readPage reads a list's result, a text that is known to be valid JSON. A list
// that is missing or null is empty.
func readPage(result []byte, kind *Kind) (page, error) {
	if len(result) == 0 || result[0] != '{' {
		return page{}, ErrShape
	}
	found := jsonrpc.Members(result, jsonrpc.Span{End: len(result)}, kind.Member, "nextCursor", "ttlMs", "cacheScope")
	list, cursor := found[0], found[1]
	if list.Again || cursor.Again {
		return page{}, ErrShape
	}
	p := page{entries: list.Span, hints: readHints(found[2].Of(result), found[3].Of(result))}
	if raw := list.Of(result); list.Present() && raw[0] != '[' && string(raw) != "null" {
		return page{}, ErrShape
	}
	switch raw := cursor.Of(result); {
	case !cursor.Present() || string(raw) == "null":
	case raw[0] != '"' || len(raw) > MaxCursor:
		return page{}, ErrShape
	default:
		p.cursor = raw
	}
	return p, nil
}

// Hints are what servers say about keeping a list (MCP 2026-07-28, "Caching").
type Hints struct {
	// TTL is how many milliseconds the list is fresh; Unknown without a good one.
	TTL int64
	// Public is true for a list that any client may be shown.
	Public bool
}

// Unknown is the TTL of a list whose server does not tell a good one.
const Unknown = -1

// maxTTL bounds what a server may ask for: a day.
const maxTTL = 24 * 60 * 60 * 1000

func readHints(ttl, scope []byte) Hints {
	h := Hints{TTL: Unknown, Public: jsonrpc.Is(scope, "public")}
	if number := gjson.ParseBytes(ttl); len(ttl) > 0 && number.Type == gjson.Number && number.Num >= 0 {
		h.TTL = int64(min(number.Num, maxTTL))
	}
	return h
}

// both are the hints for two lists in one: the shorter time, and public only
// together. A list without a time leaves the other's.
func (h Hints) both(other Hints) Hints {
	ttl := min(h.TTL, other.TTL)
	if ttl == Unknown {
		ttl = max(h.TTL, other.TTL)
	}
	return Hints{TTL: ttl, Public: h.Public && other.Public}
}

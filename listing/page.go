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
	// cursor asks for the next page: the raw JSON string, nil at the end. An
	// empty string is a cursor.
	cursor []byte
	hints  Hints
}

// Members of a result that is a page, by their places in pageKeys.
const (
	entriesMember = iota
	cursorMember
	ttlMember
	scopeMember
)

func (k *Kind) pageKeys() []string { return []string{k.Member, "nextCursor", "ttlMs", "cacheScope"} }

// readPage reads a list's result, a text that is known to be valid JSON, and takes
// its entries, all in one pass. A list that is missing or null is empty.
func (l *List) readPage(server int, result []byte) (page, error) {
	if len(result) == 0 || result[0] != '{' {
		return page{}, ErrShape
	}
	keys := l.kind.pageKeys()
	found := jsonrpc.Finder{Keys: keys, Members: make([]jsonrpc.Member, len(keys))}
	var err error
	jsonrpc.WalkObject(result, 0, func(key []byte, value int) (end int) {
		which, exactly := found.Note(key)
		if !exactly || found.Members[which].Present() {
			return 0
		}
		if which == entriesMember && result[value] == '[' {
			end, err = l.addEntries(server, result, value)
		} else {
			end = jsonrpc.End(result, value)
		}
		found.Members[which].Span = jsonrpc.Span{Start: value, End: end}
		return end
	})
	if err != nil {
		return page{}, err
	}
	return readPageMembers(result, found.Members)
}

func readPageMembers(result []byte, found []jsonrpc.Member) (page, error) {
	list, cursor := found[entriesMember], found[cursorMember]
	if list.Again || cursor.Again {
		return page{}, ErrShape
	}
	p := page{hints: readHints(found[ttlMember].Of(result), found[scopeMember].Of(result))}
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

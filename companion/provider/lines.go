package provider

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	// maxLine bounds one message of a provider, in bytes.
	maxLine = 16 << 20
	// lineEnds is how much of the two ends of a longer one is kept, in bytes, to
	// find out which call it answers.
	lineEnds = 4 << 10
)

// errLine is the end of a connection on which a message was too long and it is
// not known which.
var errLine = fmt.Errorf("a message of more than %d bytes", maxLine)

// lineReader reads a provider's lines.
type lineReader struct {
	r    *bufio.Reader
	line []byte
}

// next reads up to the next newline. The line is valid until the next call. It
// is UTF-8 whatever came: one wrong byte must not cost more than itself. A reply
// over maxLine is read to its end and replaced by one that says so. At the end of
// input it returns what is there with io.EOF.
func (l *lineReader) next() ([]byte, error) {
	l.line = l.line[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		l.line = append(l.line, part...)
		if len(l.line) > maxLine {
			return l.tooLong(err)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return clean(l.line), err
		}
	}
}

// clean takes a byte order mark off a line and replaces what is not UTF-8.
func clean(line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	if utf8.Valid(line) {
		return line
	}
	return bytes.ToValidUTF8(line, []byte("\ufffd"))
}

// tooLong skips the rest of a line; err is how its last part was read.
func (l *lineReader) tooLong(err error) ([]byte, error) {
	head := bytes.Clone(l.line[:lineEnds])
	tail := bytes.Clone(l.line[len(l.line)-lineEnds:])
	l.line = nil // such a line is rare; its memory is not kept
	for errors.Is(err, bufio.ErrBufferFull) {
		var part []byte
		part, err = l.r.ReadSlice('\n')
		tail = append(tail, part...)
		tail = tail[max(0, len(tail)-lineEnds):]
	}
	id, ok := replyID(head, tail)
	if !ok {
		return nil, errLine
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"%v"}}`,
		id, jsonrpc.CodeInternalError, errLine), err
}

// Where SDKs write the id of a reply: first, or last. Our ids are numbers.
var (
	idFirst = regexp.MustCompile(`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"result"\s*:`)
	idLast  = regexp.MustCompile(`\}\s*,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d+)|"id"\s*:\s*(\d+)\s*,\s*"jsonrpc"\s*:\s*"2\.0")\s*\}\s*$`)
)

// replyID finds the id of a reply in the ends of its line.
func replyID(head, tail []byte) ([]byte, bool) {
	if m := idFirst.FindSubmatch(head); m != nil {
		return m[1], true
	}
	if m := idLast.FindSubmatch(tail); m != nil {
		return append(m[1], m[2]...), true
	}
	return nil, false
}

// brokenReply returns the id of a line that is a reply to a call of ours though
// it cannot be read, e.g. for an error whose code is a string.
func brokenReply(line []byte) (id jsonrpc.ID, ok bool) {
	var m struct {
		Version string           `json:"jsonrpc"`
		ID      *json.Number     `json:"id"`
		Method  *json.RawMessage `json:"method"`
		Result  json.RawMessage  `json:"result"`
		Error   json.RawMessage  `json:"error"`
	}
	if json.Unmarshal(line, &m) != nil || m.Version != "2.0" || m.ID == nil || m.Method != nil || m.Result == nil && m.Error == nil {
		return id, false
	}
	n, err := m.ID.Float64()
	if err != nil {
		return id, false
	}
	id, err = jsonrpc.MakeID(n)
	return id, err == nil
}

package provider

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// node is a JSON value and where it stands.
type node struct {
	at      int // byte offset
	token   json.Token
	members []member // of an object, in their order
	items   []node   // of an array
}

type member struct {
	at   int
	name string
	node node
}

// maxFileDepth bounds the nesting of a file.
const maxFileDepth = 32

// text is a document that people edit: positions in it are told by line and
// column.
type text []byte

// decodeText makes UTF-8 of a file: with a byte order mark, or in the UTF-16
// that some editors and shells write.
func decodeText(file []byte) text {
	order := binary.ByteOrder(binary.LittleEndian)
	switch {
	case bytes.HasPrefix(file, []byte("\ufeff")):
		return file[3:]
	case bytes.HasPrefix(file, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	case !bytes.HasPrefix(file, []byte{0xff, 0xfe}):
		return file
	}
	var units []uint16
	for rest := file[2:]; len(rest) > 1; rest = rest[2:] {
		units = append(units, order.Uint16(rest))
	}
	return text(string(utf16.Decode(units)))
}

// position is "line L, column C" of an offset; columns count characters.
func (t text) position(at int) string {
	before := t[:min(at, len(t))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, utf8.RuneCount(before[start:])+1)
}

// parse reads the document. Errors: it is no JSON, with the place.
func (t text) parse() (node, error) {
	if len(bytes.TrimSpace(t)) == 0 {
		return node{}, errors.New("is empty")
	}
	var whole json.RawMessage
	err := json.Unmarshal(t, &whole)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && strings.HasPrefix(err.Error(), "unexpected end"):
		return node{}, fmt.Errorf("%s: it ends before its value does", t.position(len(t)))
	case errors.As(err, &syntax):
		at := int(syntax.Offset) - 1
		if t[at] == '/' {
			return node{}, fmt.Errorf("%s: a comment, which JSON has none of", t.position(at))
		}
		return node{}, fmt.Errorf("%s: %w", t.position(at), err)
	case err != nil:
		return node{}, err
	}
	d := json.NewDecoder(bytes.NewReader(t))
	d.UseNumber()
	return t.value(d, 0)
}

// next is where the next token of d stands.
func (t text) next(d *json.Decoder) int {
	at := int(d.InputOffset())
	for at < len(t) && bytes.IndexByte([]byte(" \t\r\n,:"), t[at]) >= 0 {
		at++
	}
	return at
}

// value reads a value of a document that is JSON.
func (t text) value(d *json.Decoder, depth int) (n node, err error) {
	n.at = t.next(d)
	if depth > maxFileDepth {
		return n, fmt.Errorf("%s: more than %d levels deep", t.position(n.at), maxFileDepth)
	}
	if n.token, err = d.Token(); err != nil {
		return n, err
	}
	open, isDelim := n.token.(json.Delim)
	if !isDelim {
		return n, nil
	}
	for d.More() {
		m := member{at: t.next(d)}
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return n, err
			}
			m.name = name.(string)
		}
		if m.node, err = t.value(d, depth+1); err != nil {
			return n, err
		}
		if open == '{' {
			n.members = append(n.members, m)
		} else {
			n.items = append(n.items, m.node)
		}
	}
	_, err = d.Token()
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// is says whether the value is an object ('{') or an array ('[').
func (n node) is(open json.Delim) bool { return n.token == open }

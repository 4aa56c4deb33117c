package listing

import (
	"bytes"

	"mcp-router/jsonrpc"
)

// identifiers are the schemas of a list by their top-level $id. A reader that
// registers schemas refuses a second one of the same name (JSON Schema 2020-12,
// section 8.2.1), and all tools with it.
type identifiers map[string][]byte

// settle takes the $id out of an entry's schemas where an earlier, different
// schema of the list has it, and counts those. A schema that refers to
// anything but its own parts keeps it: without it, it would mean something else.
func (ids identifiers) settle(kind *Kind, raw []byte) (entry []byte, renounced int) {
	if len(kind.schemas) == 0 || !mayHaveID(raw) {
		return raw, 0 // nearly all have none
	}
	var edits jsonrpc.Splices
	for _, member := range jsonrpc.Members(raw, jsonrpc.Span{End: len(raw)}, kind.schemas...) {
		schema := member.Of(raw)
		id, ok := text(jsonrpc.Members(raw, member.Span, "$id")[0].Of(raw))
		if !ok {
			continue
		}
		first, taken := ids[id]
		switch {
		case !taken:
			ids[id] = schema
		case !bytes.Equal(first, schema) && refersToItself(schema):
			edits = append(edits, jsonrpc.Splice{Start: member.Start, End: member.End, With: string(jsonrpc.Without(schema, "$id"))})
		}
	}
	if edits == nil {
		return raw, 0
	}
	if len(edits) > 1 && edits[0].Start > edits[1].Start {
		edits[0], edits[1] = edits[1], edits[0]
	}
	return edits.Apply(raw), len(edits)
}

// mayHaveID reports whether "$id" stands somewhere in the text. A search for the
// whole would stop at every quote.
func mayHaveID(text []byte) bool {
	const rest = `id"`
	for {
		at := bytes.IndexByte(text, '$')
		if at < 0 {
			return false
		}
		if text = text[at+1:]; len(text) >= len(rest) && string(text[:len(rest)]) == rest {
			return true
		}
	}
}

// refersToItself reports whether every reference in a schema is to a part of it:
// "#…". It looks at each key of the text, however deep, without descending.
func refersToItself(schema []byte) bool {
	for pos := 0; pos < len(schema); {
		if schema[pos] != '"' {
			pos++
			continue
		}
		end := stringEnd(schema, pos)
		key := schema[pos:end]
		pos = end
		if !isReference(key) {
			continue
		}
		value := skipSpace(schema, pos)
		if value == len(schema) || schema[value] != ':' {
			continue // a value that reads like the key
		}
		value = skipSpace(schema, value+1)
		if target, ok := text(schema[value:valueEnd(schema, value)]); ok && (target == "" || target[0] != '#') {
			return false
		}
	}
	return true
}

func isReference(key []byte) bool {
	return jsonrpc.Is(key, "$ref") || jsonrpc.Is(key, "$dynamicRef") || jsonrpc.Is(key, "$recursiveRef")
}

// valueEnd returns the end of a string that begins at pos, pos for another value.
func valueEnd(text []byte, pos int) int {
	if pos < len(text) && text[pos] == '"' {
		return stringEnd(text, pos)
	}
	return pos
}

// stringEnd returns the end of the string that begins at pos of a valid text.
func stringEnd(text []byte, pos int) int {
	for pos++; pos < len(text); pos++ {
		switch text[pos] {
		case '\\':
			pos++
		case '"':
			return pos + 1
		}
	}
	return len(text)
}

func skipSpace(text []byte, pos int) int {
	for pos < len(text) && (text[pos] == ' ' || text[pos] == '\n' || text[pos] == '\r' || text[pos] == '\t') {
		pos++
	}
	return pos
}

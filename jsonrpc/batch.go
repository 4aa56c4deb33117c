package jsonrpc

// EachInBatch calls visit with every message of a scanned batch that has jsonrpc
// and, in whatever spelling, a method, until it returns false. Spans are those
// of text.
func EachInBatch(text []byte, batch Envelope, visit func(message Envelope) (more bool)) {
	s := scanner{text: text, kind: Object}
	// The whole text was valid, so its parts are.
	for pos := batch.Value.Start + 1; ; {
		start := pos
		switch text[pos] {
		case ']':
			return
		case '{':
			pos, _ = s.members(start, inMessage)
			if s.seen == 0 {
				continue
			}
			if s.seen&(1<<methodField) != 0 && s.spans[jsonrpcField].Present() && !visit(s.envelope(start, pos)) {
				return
			}
			s.spans, s.seen, s.again = [fieldCount]Span{}, 0, 0
		case '[':
			pos, _ = skip(text, start, MaxDepth)
		case '"':
			pos = str(text, start)
		default: // white space, a comma, or a part of a number or literal
			pos++
		}
	}
}

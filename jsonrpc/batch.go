package jsonrpc

// EachInBatch calls visit with every message of a scanned batch that has jsonrpc
// and, in whatever spelling, a method, until it returns false. Spans are those
// of text.
func EachInBatch(text []byte, batch *Envelope, visit func(message Envelope) (more bool)) {
	s := scanner{text: text, base: 1}
	_, _ = s.value(batch.Value.Start, func(_ Reading, raw []byte) (more bool) { // valid: it was scanned
		more = true
		if s.seen&(1<<methodField) != 0 && s.spans[jsonrpcField].Present() {
			var message Envelope
			start := s.within[outside].key
			s.fill(&message, start, start+len(raw))
			more = visit(message)
		}
		s.spans, s.seen, s.again = [fieldCount]Span{}, 0, 0
		return more
	})
}

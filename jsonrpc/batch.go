package jsonrpc

// EachInBatch calls visit with every message of a scanned batch that has jsonrpc
// and, in whatever spelling, a method, until it returns false. Spans are those
// of text.
func EachInBatch(text []byte, batch *Envelope, visit func(message Envelope) (more bool)) {
	s := scanner{text: text}
	for pos := space(text, batch.Value.Start+1); pos < batch.Value.End-1; pos = next(text, pos) {
		if text[pos] != '{' {
			pos = jump(text, pos)
			continue
		}
		if s.seen != 0 {
			s.spans, s.seen, s.again = [fieldCount]Span{}, 0, 0
		}
		start := pos
		pos, _ = s.value(pos, nil) // valid: it was scanned
		if s.seen&(1<<methodField) == 0 || !s.spans[jsonrpcField].Present() {
			continue
		}
		var message Envelope
		s.fill(&message, start, pos)
		if !visit(message) {
			return
		}
	}
}

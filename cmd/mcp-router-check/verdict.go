package main

// verdict answers a question about a route table in three values: what depends
// on the client, or on parts of Envoy that are not modelled here, is unknown.
type verdict uint8

const (
	no verdict = iota
	unknown
	yes
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// and is yes when both are, no when one is no, and else unknown.
func (v verdict) and(w verdict) verdict { return min(v, w) }

func (v verdict) not() verdict { return yes - v }

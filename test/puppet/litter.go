package puppet

// node is an object like those of a merged list: small, and pointing at others.
type node struct {
	next *node
	_    [6]int
}

// rounds are the last few rounds of litter, which the collector has to walk.
var rounds [4]*node

var round int

// litter makes objects as the merge of big lists does.
func litter(objects int) {
	if objects == 0 {
		return
	}
	var first *node
	for range objects {
		first = &node{next: first}
	}
	round = (round + 1) % len(rounds)
	rounds[round] = first
}

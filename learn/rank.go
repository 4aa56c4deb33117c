package learn

import "slices"

// What a command gains or loses beyond the words, in score units.
const (
	leafBonus    = 1.5 * unit // the query's first phrase holds the last noun of its name
	readPenalty  = 4 * unit   // it writes, the query reads
	writePenalty = 2 * unit   // it reads, the query writes
)

// unit is one point of score: a posting's unit at 100 percent.
const unit = postingUnit * 100

// Match is a command that fits an intent.
type Match struct {
	Provider *Provider
	Command  *Command // nil for a provider whose commands are not loaded
	// Score orders matches of one intent; scores of two intents do not
	// compare, the ratio of two scores of one intent does.
	Score float64
	// Coverage is the share of the intent's words that the command's texts
	// hold, rare words counting more: 0 to 1.
	Coverage float64
}

// Rank returns the n commands that fit the intent best, best first, equal ones
// in catalogue order. Only commands that share something with the intent are
// returned. Text in <…> is a placeholder for a value and is not read. It costs
// tens of microseconds; docs/ranking.md has the figures.
func (c *Catalogue) Rank(intent string, n int) []Match {
	return c.rank(intent, n, func(_ *Provider, command *Command) bool { return command != nil })
}

// rank is Rank over what keep lets through; keep sees a nil command for a
// provider that is not loaded.
func (c *Catalogue) rank(intent string, n int, keep func(*Provider, *Command) bool) []Match {
	q := c.index.query(intent)
	scores := make([]int, len(c.index.docs))
	for _, t := range q.terms {
		for _, p := range c.index.terms[t.id].postings {
			scores[p.doc] += int(p.score) * int(t.percent)
		}
	}
	var best topList
	best.limit = n
	for d := range c.index.docs {
		if scores[d] == 0 {
			continue
		}
		doc := &c.index.docs[d]
		score := scores[d] + adjustment(&q, doc)
		if score <= 0 || !best.wants(score) {
			continue
		}
		provider, command := c.at(doc)
		if keep(provider, command) {
			best.add(Match{Provider: provider, Command: command, Score: float64(score) / unit}, scored{d, score})
		}
	}
	for i := range best.matches {
		best.matches[i].Coverage = c.index.coverage(&q, int32(best.scores[i].doc))
	}
	return best.matches
}

// coverage weighs the words of the query that a document holds against all.
func (ix *index) coverage(q *query, doc int32) float64 {
	held, all := 0, 0
	for _, id := range q.words {
		if id < 0 {
			all += ix.unknown
			continue
		}
		t := &ix.terms[id]
		all += t.rarity
		if _, ok := slices.BinarySearchFunc(t.postings, doc, func(p posting, doc int32) int { return int(p.doc - doc) }); ok {
			held += t.rarity
		}
	}
	return float64(held) / float64(max(all, 1))
}

// at returns what a document stands for.
func (c *Catalogue) at(d *document) (*Provider, *Command) {
	p := &c.providers[d.provider]
	if d.command < 0 {
		return p, nil
	}
	return p, &p.Commands[d.command]
}

// adjustment is what the form of the query says about a document.
func adjustment(q *query, d *document) int {
	a := 0
	if d.leaf >= 0 && slices.Contains(q.head, d.leaf) {
		a += leafBonus
	}
	switch {
	case q.effect == readsOnly && d.effect == writes:
		a -= readPenalty
	case q.effect == writes && d.effect == readsOnly:
		a -= writePenalty
	}
	return a
}

// topList keeps the best matches, sorted.
type topList struct {
	limit   int
	scores  []scored
	matches []Match
}

type scored struct{ doc, score int }

func (l *topList) wants(score int) bool {
	n := len(l.scores)
	return n < l.limit || n > 0 && score > l.scores[n-1].score
}

func (l *topList) add(m Match, s scored) {
	i := len(l.scores)
	for i > 0 && l.scores[i-1].score < s.score {
		i--
	}
	l.scores = slices.Insert(l.scores, i, s)
	l.matches = slices.Insert(l.matches, i, m)
	if len(l.scores) > l.limit {
		l.scores, l.matches = l.scores[:l.limit], l.matches[:l.limit]
	}
}

package learn

import (
	"math"
	"slices"
	"strings"
)

// The ranker is BM25 over four fields of a command, plus the share of its name
// and of its title that the query covers. What each number is worth, and how
// it was chosen, is in docs/ranking.md.
const (
	nameWeight        = 3
	titleWeight       = 3
	providerWeight    = 2 // the provider's name, where the command's does not hold it
	descriptionWeight = 1
	parameterWeight   = 0.5

	saturation    = 1.2  // BM25 k1
	lengthPenalty = 0.75 // BM25 b

	nameCoverage  = 5
	titleCoverage = 3
)

// A parameter of at least commonShare commands and a quarter of all (say, the
// account to work in) tells nothing about one of them.
const commonShare = 8

// Scores are integers, so that every machine adds them up to the same sum: a
// posting counts thousandths, a query word percents of them.
const postingUnit = 1000

// effect is what a command does to the world, as far as it is known.
type effect uint8

const (
	unknownEffect effect = iota
	readsOnly
	writes
)

// index is an inverted index over the commands of a catalogue, and over the
// providers whose commands are not known. It is immutable.
type index struct {
	ids     map[string]int32 // stemmed word or verb class → term
	terms   []term
	docs    []document
	unknown int // rarity of a word that no document holds
	// nameWords are the words of commands' names that may be mistyped, sorted.
	nameWords []string
}

type term struct {
	inName   bool // a command's name holds it
	rarity   int  // inverse document frequency, in postingUnit
	postings []posting
}

// posting is what a term at full weight adds to the score of a document.
type posting struct {
	doc   int32
	score int32 // in postingUnit
}

type document struct {
	provider, command int32 // command is -1 for a provider that is not loaded
	leaf              int32 // the last noun of the name, a term; -1 for none
	effect            effect
}

// id returns the term of a token, or -1.
func (ix *index) id(token string) int32 {
	if id, ok := ix.ids[token]; ok {
		return id
	}
	return -1
}

// isName reports whether some command's name holds the token.
func (ix *index) isName(token string) bool {
	id := ix.id(token)
	return id >= 0 && ix.terms[id].inName
}

// finish turns what was counted into postings.
func (b *indexer) finish() *index {
	n := float64(len(b.counts))
	idf := make([]float64, len(b.terms))
	for t, df := range b.frequency {
		idf[t] = inverse(n, float64(df))
		b.terms[t].rarity = int(math.Round(idf[t] * postingUnit))
	}
	total := 0.0
	for _, c := range b.counts {
		total += c.length
	}
	for d := range b.counts {
		c := &b.counts[d]
		norm := saturation * (1 - lengthPenalty + lengthPenalty*c.length*n/total)
		name, title := sum(idf, c.name), sum(idf, c.title)
		for i, t := range c.terms {
			count := c.weights[i]
			score := idf[t] * count * (saturation + 1) / (count + norm)
			if slices.Contains(c.name, t) {
				score += nameCoverage * idf[t] / name
			}
			if slices.Contains(c.title, t) {
				score += titleCoverage * idf[t] / title
			}
			p := posting{doc: int32(d), score: int32(math.Round(score * postingUnit))}
			b.terms[t].postings = append(b.terms[t].postings, p)
		}
	}
	ix := &index{ids: b.ids, terms: b.terms, docs: b.docs, unknown: int(math.Round(inverse(n, 0) * postingUnit))}
	for word, id := range b.ids {
		if b.terms[id].inName && len(word) >= minCorrected && !strings.ContainsFunc(word, isNoLetter) {
			ix.nameWords = append(ix.nameWords, word)
		}
	}
	slices.Sort(ix.nameWords)
	return ix
}

// inverse is BM25's inverse document frequency.
func inverse(documents, frequency float64) float64 {
	return math.Log(1 + (documents-frequency+0.5)/(frequency+0.5))
}

func sum(idf []float64, terms []int32) float64 {
	s := 0.0
	for _, t := range terms {
		s += idf[t]
	}
	return s
}

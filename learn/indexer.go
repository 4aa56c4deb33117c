package learn

import (
	"slices"

	"github.com/tidwall/gjson"
)

// indexer counts the words of a catalogue's documents.
type indexer struct {
	ids       map[string]int32
	terms     []term
	frequency []int // documents that hold the term
	words     map[string]tokens
	slots     []int // term → its place in the open document, plus one
	docs      []document
	counts    []counts
}

// counts are the words of one document.
type counts struct {
	terms   []int32   // distinct, in order of appearance
	weights []float64 // of terms: the weighted number of occurrences
	length  float64   // sum of weights
	name    []int32   // distinct terms of the name
	title   []int32   // distinct terms of the title
}

// tokens are what one word of a text stands for.
type tokens struct {
	stem  int32 // -1 for a stop word
	class int32 // the verb class, -1 for other words
}

// newIndex indexes the providers in order.
func newIndex(providers []Provider) *index {
	b := &indexer{ids: map[string]int32{}, words: map[string]tokens{}}
	common := commonParameters(providers)
	for p := range providers {
		provider := &providers[p]
		if !provider.Loaded {
			b.open(document{provider: int32(p), command: -1, leaf: -1})
			b.name(provider.Name)
			b.text(provider.Description, proseText, descriptionWeight)
			continue
		}
		for c := range provider.Commands {
			command := &provider.Commands[c]
			b.open(document{provider: int32(p), command: int32(c), effect: effectOf(command)})
			b.docs[len(b.docs)-1].leaf = b.name(command.Name)
			b.missing(provider.Name)
			b.title(command.Title)
			b.text(command.Description, proseText, descriptionWeight)
			b.parameters(command.Raw, common)
		}
	}
	return b.finish()
}

func (b *indexer) open(d document) {
	if len(b.counts) > 0 {
		for _, t := range b.current().terms {
			b.slots[t] = 0
		}
	}
	b.docs = append(b.docs, d)
	b.counts = append(b.counts, counts{})
}

func (b *indexer) current() *counts { return &b.counts[len(b.counts)-1] }

// name counts a name and returns its leaf.
func (b *indexer) name(name string) (leaf int32) {
	leaf = -1
	c := b.current()
	for _, t := range b.tokens(name, nameText) {
		b.count(t, nameWeight)
		c.name = appendNew(appendNew(c.name, t.stem), t.class)
		b.terms[t.stem].inName = true
		if t.class < 0 {
			leaf = t.stem
		} else {
			b.terms[t.class].inName = true
		}
	}
	return leaf
}

// missing counts those words of the provider's name that the command's name
// does not hold.
func (b *indexer) missing(provider string) {
	c := b.current()
	for _, t := range b.tokens(provider, nameText) {
		if !slices.Contains(c.name, t.stem) {
			b.count(t, providerWeight)
		}
	}
}

func (b *indexer) title(title string) {
	c := b.current()
	for _, t := range b.tokens(title, proseText) {
		b.count(t, titleWeight)
		c.title = appendNew(appendNew(c.title, t.stem), t.class)
	}
}

func (b *indexer) text(text string, kind textKind, weight float64) {
	for _, t := range b.tokens(text, kind) {
		b.count(t, weight)
	}
}

// parameters counts names and descriptions of a tool's parameters. Their verbs
// are not the command's, so verb classes are left out.
func (b *indexer) parameters(tool []byte, common map[string]int) {
	gjson.GetBytes(tool, "inputSchema.properties").ForEach(func(key, value gjson.Result) bool {
		if _, ok := common[key.Str]; ok {
			return true
		}
		for _, t := range b.tokens(key.Str, nameText) {
			b.count(tokens{t.stem, -1}, parameterWeight)
		}
		for _, t := range b.tokens(clip(value.Get("description").Str, MaxDescription), proseText) {
			b.count(tokens{t.stem, -1}, parameterWeight)
		}
		return true
	})
}

// tokens returns what the words of a text stand for, stop words left out.
func (b *indexer) tokens(text string, kind textKind) []tokens {
	var list []tokens
	scanWords(text, kind, func(w string) {
		t, ok := b.words[w]
		if !ok {
			t = tokens{-1, -1}
			if !isBreak(w) && !isStop(w) {
				t.stem = b.intern(stem(w))
				if class := verbClass(w); class != "" {
					t.class = b.intern(class)
				}
			}
			b.words[w] = t
		}
		if t.stem >= 0 {
			list = append(list, t)
		}
	})
	return list
}

func (b *indexer) intern(token string) int32 {
	id, ok := b.ids[token]
	if !ok {
		id = int32(len(b.terms))
		b.ids[token] = id
		b.terms = append(b.terms, term{})
		b.frequency = append(b.frequency, 0)
		b.slots = append(b.slots, 0)
	}
	return id
}

func (b *indexer) count(t tokens, weight float64) {
	c := b.current()
	for _, id := range [...]int32{t.stem, t.class} {
		if id < 0 {
			continue
		}
		if b.slots[id] == 0 {
			c.terms = append(c.terms, id)
			c.weights = append(c.weights, 0)
			b.slots[id] = len(c.terms)
			b.frequency[id]++
		}
		c.weights[b.slots[id]-1] += weight
		c.length += weight
	}
}

func appendNew(list []int32, t int32) []int32 {
	if t < 0 || slices.Contains(list, t) {
		return list
	}
	return append(list, t)
}

// commonParameters returns the parameters that so many commands share that
// they tell nothing.
func commonParameters(providers []Provider) map[string]int {
	uses, commands := map[string]int{}, 0
	for p := range providers {
		for c := range providers[p].Commands {
			commands++
			gjson.GetBytes(providers[p].Commands[c].Raw, "inputSchema.properties").ForEach(func(key, _ gjson.Result) bool {
				uses[key.Str]++
				return true
			})
		}
	}
	for name, n := range uses {
		if n < commonShare || n*4 < commands {
			delete(uses, name)
		}
	}
	return uses
}

// effectOf reads the hint, else the verb of the name.
func effectOf(c *Command) effect {
	hint := gjson.GetBytes(c.Raw, "annotations.readOnlyHint")
	switch {
	case c.ReadOnly:
		return readsOnly
	case hint.Type == gjson.False:
		return writes
	}
	found := unknownEffect
	scanWords(c.Name, nameText, func(w string) {
		switch verbClass(w) {
		case "":
		case verbRead, verbCheck:
			found = max(found, readsOnly)
		default:
			found = writes
		}
	})
	return found
}

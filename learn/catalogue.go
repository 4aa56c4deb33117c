package learn

import "strings"

// Bounds of a catalogue. What is beyond them is left out and counted, but for
// descriptions, which are read up to the bound.
const (
	MaxProviders   = 1024      // providers of a catalogue
	MaxAliases     = 16        // aliases of a provider
	MaxCommands    = 4096      // commands of one provider
	MaxName        = 128       // bytes of a provider's name
	MaxCommandName = 1024      // bytes of a command's name
	MaxDescription = 16 << 10  // bytes of a description that are read; the raw object keeps all
	MaxTool        = 256 << 10 // bytes of one raw tool object; more is shortened
	MaxRequired    = 64        // required names of a command that shortened lists show
)

// Provider is one server of a catalogue.
type Provider struct {
	// Name is shown and accepted, e.g. "storage". Required, at most [MaxName]
	// bytes, unique in any spelling (see [Catalogue.Provider]).
	Name string
	// Description is shown, its first sentence in the root list.
	Description string
	// Aliases are accepted too, e.g. the extension id "mcp.storage". An alias
	// that already means another provider goes to the first.
	Aliases []string
	// Commands are the provider's tools (see [Commands]).
	Commands []Command
	// Loaded says that Commands are known. A provider without tools is loaded
	// and has none.
	Loaded bool
	// Omitted is how many of its tools could not be taken over, and Cut that it
	// listed more than were read; learn answers say so.
	Omitted int
	Cut     bool
	// Stale says that the list could not be refreshed; learn answers say so.
	Stale bool
}

// Catalogue is an immutable set of providers with its ranking index. It may be
// used by several goroutines at once. A change is a new catalogue.
type Catalogue struct {
	providers []Provider
	byName    map[string]int // folded name or alias → index in providers
	index     *index
	skipped   int
}

// NewCatalogue builds a catalogue, the order of providers kept; it takes
// ownership of the slice. A provider without a usable name, or with one that
// was there before, is left out and counted in [Catalogue.Skipped].
//
// It indexes all commands for the ranker, which costs milliseconds per hundred
// commands: build it once per change, not per request.
func NewCatalogue(providers []Provider) *Catalogue {
	c := &Catalogue{byName: map[string]int{}}
	for _, p := range providers {
		key := Fold(p.Name)
		_, taken := c.byName[key]
		if taken || key == "" || len(p.Name) > MaxName || len(c.providers) == MaxProviders {
			c.skipped++
			continue
		}
		c.byName[key] = len(c.providers)
		p.Description = clip(p.Description, MaxDescription)
		if len(p.Commands) > MaxCommands {
			c.skipped += len(p.Commands) - MaxCommands
			p.Commands = p.Commands[:MaxCommands]
		}
		c.providers = append(c.providers, p)
	}
	c.addAliases()
	c.index = newIndex(c.providers)
	return c
}

// addAliases comes after all names are known: a name beats an alias.
func (c *Catalogue) addAliases() {
	for i, p := range c.providers {
		for _, alias := range p.Aliases[:min(len(p.Aliases), MaxAliases)] {
			key := Fold(alias)
			if _, taken := c.byName[key]; !taken && len(alias) <= MaxName {
				c.byName[key] = i
			}
		}
	}
}

// Skipped is how many providers and commands were left out.
func (c *Catalogue) Skipped() int { return c.skipped }

// Providers returns the providers in order. The slice must not be changed.
func (c *Catalogue) Providers() []Provider { return c.providers }

// Provider finds a provider by name or alias, in any letter case and with any
// of "-", ".", "/" and space for "_".
func (c *Catalogue) Provider(name string) (*Provider, bool) {
	if i, ok := c.byName[Fold(name)]; ok && name != "" {
		return &c.providers[i], true
	}
	return nil, false
}

// Command finds a command of the provider: by its exact name, else in the
// spellings that [Catalogue.Provider] accepts, else without the provider's name
// in front. A spelling that means two commands finds none.
func (p *Provider) Command(name string) (*Command, bool) {
	for i := range p.Commands {
		if p.Commands[i].Name == name {
			return &p.Commands[i], true
		}
	}
	name = strings.TrimSpace(name)
	want := Fold(name)
	if found, ok := p.only(want); ok {
		return found, true
	}
	return p.only(Fold(p.Name) + "_" + want)
}

// only finds the one command with a folded name.
func (p *Provider) only(folded string) (found *Command, ok bool) {
	for i := range p.Commands {
		if Fold(p.Commands[i].Name) != folded {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = &p.Commands[i]
	}
	return found, found != nil
}

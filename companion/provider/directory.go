package provider

import (
	"context"
	"sync"
	"time"

	"mcp-router/companion/azd"
	"mcp-router/learn"
)

// Directory joins all providers, those of a providers file first and then
// azd's extensions in azd's order, into the catalogue that package learn works
// on. It is safe for concurrent use.
type Directory struct {
	config     Config
	life       context.Context
	configured []*configured

	mu         sync.Mutex
	listing    azd.Listing // as it was last taken over
	extensions map[string]*extension
	view       *View // nil when something has changed
	told       map[string]bool
}

// Config is what a Directory works with.
type Config struct {
	// CLI runs azd.
	CLI azd.CLI
	// Discovery is azd's list; nil leaves azd out.
	Discovery *azd.Discovery
	// Servers are the entries of a providers file.
	Servers []ServerEntry
	// Upgrade is the policy for installed extensions. "" is UpgradeOff.
	Upgrade Upgrade
	// Idle is how long an unused server runs on. 0: for ever.
	Idle time.Duration
}

// configured is a server of the providers file.
type configured struct {
	entry    ServerEntry
	upstream *Upstream
}

// extension is an azd extension and what azd ext show says about it.
type extension struct {
	source   *extensionSource
	upstream *Upstream

	description string
	described   *shared[string] // azd ext show; nil when it was not asked yet
}

// View is one state of the directory. It is immutable.
type View struct {
	Catalogue *learn.Catalogue
	owners    map[string]*Upstream // by the provider's name
}

// Owner returns the server behind a provider.
func (v *View) Owner(provider string) (*Upstream, bool) {
	p, ok := v.Catalogue.Provider(provider)
	if !ok {
		return nil, false
	}
	u, ok := v.owners[p.Name]
	return u, ok
}

// NewDirectory returns a directory whose servers end with life.
func NewDirectory(life context.Context, c Config) *Directory {
	d := &Directory{config: c, life: life, extensions: map[string]*extension{}, told: map[string]bool{}}
	for _, e := range c.Servers {
		u := newUpstream(life, e.Name, e.source(c.CLI.Launcher), e.limits(c.Idle), d.changed)
		d.configured = append(d.configured, &configured{entry: e, upstream: u})
	}
	return d
}

// changed makes the next view a new one.
func (d *Directory) changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.view = nil
}

// take makes l the list in force. Servers of extensions that are no longer
// listed are ended.
func (d *Directory) take(l azd.Listing) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l.Seq == d.listing.Seq {
		return
	}
	d.listing, d.view = l, nil
	kept := map[string]*extension{}
	for _, row := range l.Extensions {
		x := d.extensions[row.ID]
		if x == nil {
			x = d.newExtension(row)
		}
		x.update(row)
		kept[row.ID] = x
	}
	for id, x := range d.extensions {
		if kept[id] == nil {
			go x.upstream.close()
		}
	}
	d.extensions = kept
}

func (d *Directory) newExtension(row azd.Extension) *extension {
	s := &extensionSource{cli: d.config.CLI, upgrade: d.config.Upgrade, row: row}
	return &extension{source: s, upstream: newUpstream(d.life, row.Name(), s, ServerEntry{}.limits(d.config.Idle), d.changed)}
}

// View returns the present view.
func (d *Directory) View() *View {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.view == nil {
		d.view = d.build()
	}
	return d.view
}

// build needs d.mu.
func (d *Directory) build() *View {
	v := &View{owners: map[string]*Upstream{}}
	var all []learn.Provider
	add := func(p learn.Provider, u *Upstream) {
		if v.owners[p.Name] == nil {
			v.owners[p.Name] = u
			all = append(all, p)
		}
	}
	for _, c := range d.configured {
		for _, p := range c.providers() {
			add(p, c.upstream)
		}
	}
	for _, row := range d.listing.Extensions {
		x := d.extensions[row.ID]
		p := x.upstream.listed().provider(row.Name(), x.description)
		p.Aliases, p.Stale = []string{row.ID}, d.listing.Stale
		add(p, x.upstream)
	}
	v.Catalogue = learn.NewCatalogue(all)
	return v
}

// providers are what the entry offers: itself, or one provider per prefix of
// its tools.
func (c *configured) providers() []learn.Provider {
	list := c.upstream.listed()
	if c.entry.Group == groupPrefix {
		return groupByPrefix(list.commands)
	}
	text := c.entry.Description
	if text == "" {
		text = c.entry.Title
	}
	return []learn.Provider{list.provider(c.entry.Name, text)}
}

// provider is the list as one provider.
func (l toolList) provider(name, description string) learn.Provider {
	return learn.Provider{
		Name: name, Description: description, Commands: l.commands,
		Loaded: l.known && !l.old, Omitted: l.omitted, Cut: l.cut,
	}
}

// Close ends all servers and returns when they are gone. The life that the
// directory was made with must have ended.
func (d *Directory) Close() {
	d.mu.Lock()
	var wg sync.WaitGroup
	for _, c := range d.configured {
		wg.Go(c.upstream.close)
	}
	for _, x := range d.extensions {
		wg.Go(x.upstream.close)
	}
	d.mu.Unlock()
	wg.Wait()
}

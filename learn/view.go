package learn

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// visibleProviders are those with something to call. A provider is hidden when
// read-only mode hides all it has.
func (d *Dispatch) visibleProviders() []*Provider {
	var list []*Provider
	for i := range d.request.Catalogue.providers {
		p := &d.request.Catalogue.providers[i]
		if !p.Loaded || len(p.Commands) == 0 || len(d.visibleCommands(p)) > 0 {
			list = append(list, p)
		}
	}
	return list
}

func (d *Dispatch) visibleCommands(p *Provider) []*Command {
	list := make([]*Command, 0, len(p.Commands))
	for i := range p.Commands {
		if d.request.Settings.allows(&p.Commands[i]) {
			list = append(list, &p.Commands[i])
		}
	}
	return list
}

// Missing says what of a provider's tools is not listed, "" when all is.
func (p *Provider) Missing() string {
	switch {
	case p.Cut && p.Omitted > 0:
		return fmt.Sprintf("Not listed here: %d commands of %s that could not be taken over, and those beyond the bounds of a list.", p.Omitted, p.Name)
	case p.Cut:
		return fmt.Sprintf("Not listed here: commands of %s beyond the bounds of a list.", p.Name)
	case p.Omitted > 0:
		return fmt.Sprintf("Not listed here: %d commands of %s that could not be taken over.", p.Omitted, p.Name)
	}
	return ""
}

// composer returns a composer with the notices that concern these providers.
func (d *Dispatch) composer(providers []*Provider) composer {
	var stale []string
	for _, p := range providers {
		if p.Stale {
			stale = append(stale, p.Name)
		}
	}
	c := composer{budget: d.request.Settings.budget()}.noticing(d.request.Notices...)
	if len(stale) > 0 {
		c = c.noticing("May be out of date, the list could not be refreshed: " + strings.Join(stale, ", ") + ".")
	}
	return c
}

// overview is a composer for lists of providers.
func (d *Dispatch) overview(providers []*Provider) composer {
	c := d.composer(providers)
	if n := d.request.Catalogue.skipped; n > 0 {
		c = c.noticing(fmt.Sprintf("%d more could not be taken over: their names are taken, empty or too long, or there are too many.", n))
	}
	return c
}

// object is the tool object without white space between its tokens.
func (c *Command) object() []byte { return compact(c.Raw) }

// schema is the input schema in the same form, one for any object when the
// provider gave none.
func (c *Command) schema() []byte {
	if schema := gjson.GetBytes(c.Raw, "inputSchema"); schema.IsObject() {
		return compact([]byte(schema.Raw))
	}
	return anyObject
}

// requiredSchema is what a shortened list says of the input: the names that
// must be given.
func requiredSchema(c *Command) []byte {
	if len(c.Required) == 0 {
		return anyObject
	}
	dst := append([]byte(nil), `{"type":"object","required":`...)
	return append(appendStrings(dst, c.Required), '}')
}

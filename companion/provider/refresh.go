package provider

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"mcp-router/learn"
)

// refreshGrace is how long a learn waits for what is on its way, when it has
// something to answer with already.
const refreshGrace = time.Second

// Wanted is what a request wants of the directory.
type Wanted struct {
	// Missing: a provider that is not there.
	Missing bool
	// Commands: something that fits an intent, wherever it is.
	Commands bool
}

// Refresh takes over azd's list, asked again when it is too old, and loads the
// servers of which nobody can say what they do without their tools. It waits for
// that only a moment when there is something to answer with, else as long as a
// caller has patience; what is late goes on. It returns what is missing for now,
// and why, one sentence each.
func (d *Directory) Refresh(ctx context.Context, want Wanted, caps Capabilities, listen func(string)) []string {
	patience := startPatience
	if len(d.View().Catalogue.Providers()) > 0 {
		patience = refreshGrace
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	problems := make([]string, len(d.configured))
	var wg sync.WaitGroup
	if d.config.Discovery != nil {
		wg.Go(func() { d.take(d.config.Discovery.Fresh(ctx, want.Missing)) })
	}
	for i, c := range d.configured {
		if c.entry.Group != "" || want.Commands && c.entry.Description+c.entry.Title == "" {
			wg.Go(func() { problems[i] = c.problem(ctx, c.upstream.Load(ctx, caps, listen)) })
		}
	}
	wg.Wait()
	var list []string
	for _, p := range problems {
		if p != "" {
			list = append(list, p)
		}
	}
	return list
}

// problem says why a server's commands are not there, "" when they are.
func (c *configured) problem(ctx context.Context, err error) string {
	switch {
	case err == nil:
		return ""
	case ctx.Err() != nil || errors.Is(err, errStarting):
		return c.entry.Name + " is still starting: its commands are not listed yet."
	}
	return learn.Sentence(err)
}

// Notices are what a learn answer is to say besides the catalogue: why azd's
// list is missing or old, what of a split server is not listed, and, once for
// each version, that an upgrade is there.
func (d *Directory) Notices() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []string
	if d.view != nil && len(d.view.Catalogue.Providers()) > 0 { // else Missing says it
		list = d.discoveryNotices()
	}
	for _, c := range d.configured {
		p := c.upstream.listed().provider(c.entry.Name, "")
		if missing := p.Missing(); c.entry.Group != "" && missing != "" {
			list = append(list, missing)
		}
	}
	if d.config.Upgrade != UpgradeNotice {
		return list
	}
	for _, row := range d.listing.Extensions {
		key := row.ID + " " + row.Latest
		if row.Upgradable && !d.told[key] {
			d.told[key] = true
			list = append(list, fmt.Sprintf("%s %s is available, %s is installed: %s.",
				row.ID, row.Latest, row.Installed, row.UpgradeCommand()))
		}
	}
	return list
}

// discoveryNotices say what is wrong with azd's list. Without any azd, and with
// servers of one's own, nothing is. It needs d.mu.
func (d *Directory) discoveryNotices() []string {
	switch {
	case d.config.Discovery == nil:
	case d.listing.Seq == 0:
		return []string{"azd has not answered yet: its extensions are missing here."}
	case d.listing.Err == nil:
	case d.listing.Stale:
		return []string{learn.Sentence(d.listing.Err)}
	case !errors.Is(d.listing.Err, exec.ErrNotFound):
		return []string{"azd's extensions are missing here: " + learn.Sentence(d.listing.Err)}
	}
	return nil
}

// Missing says why there is no provider and what to do next. problems are
// those of [Directory.Refresh].
func (d *Directory) Missing(problems []string) string {
	d.mu.Lock()
	l := d.listing
	d.mu.Unlock()
	if d.config.Discovery != nil {
		problems = append(problems, l.Advice()...)
	}
	return strings.Join(problems, " ")
}

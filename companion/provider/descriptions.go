package provider

import (
	"context"
	"time"

	"mcp-router/companion/azd"
)

const (
	// describers is how many azd ext show run at once.
	describers = 4
	// describeGrace is how long a learn waits for descriptions, which go on
	// being fetched for the next one.
	describeGrace = 3 * time.Second
)

// update takes over a newer row. A description in the list wins over one that
// was asked for, and a new version is asked again.
func (x *extension) update(row azd.Extension) {
	old := x.source.current()
	x.source.update(row)
	if row.Description != "" {
		x.description = row.Description
	}
	if old.Latest != row.Latest || x.description == "" {
		x.described = nil
	}
}

// Describe asks azd for the descriptions that its list does not have, and
// waits for them a moment.
func (d *Directory) Describe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, describeGrace)
	defer cancel()
	for _, f := range d.undescribed() {
		if _, err := f.wait(ctx, nil); ctx.Err() != nil && err != nil {
			return
		}
	}
}

// undescribed returns the running fetches, those that are missing started.
func (d *Directory) undescribed() []*shared[string] {
	d.mu.Lock()
	defer d.mu.Unlock()
	var running []*shared[string]
	slots := make(chan struct{}, describers)
	for _, row := range d.listing.Extensions {
		x := d.extensions[row.ID]
		if row.Description != "" {
			continue
		}
		if x.described == nil {
			x.described = d.fetch(x, row, slots)
		}
		running = append(running, x.described)
	}
	return running
}

func (d *Directory) fetch(x *extension, row azd.Extension, slots chan struct{}) *shared[string] {
	return share(func(func(string)) (string, error) {
		slots <- struct{}{}
		defer func() { <-slots }()
		details, err := d.config.CLI.Show(d.life, row)
		if err != nil || details.Description == "" {
			return "", err
		}
		d.mu.Lock()
		x.description, d.view = details.Description, nil
		d.mu.Unlock()
		return details.Description, nil
	})
}

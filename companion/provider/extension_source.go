package provider

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"mcp-router/companion/azd"
	"mcp-router/companion/process"
)

// Upgrade says what is done about a newer version of an installed extension.
type Upgrade string

// The upgrade policies.
const (
	UpgradeOff    Upgrade = "off"    // nothing
	UpgradeNotice Upgrade = "notice" // a learn answer says so once per version
	UpgradeAuto   Upgrade = "auto"   // it is upgraded before it is next started
)

// ParseUpgrade reads a policy's name.
func ParseUpgrade(s string) (Upgrade, error) {
	switch u := Upgrade(s); u {
	case UpgradeOff, UpgradeNotice, UpgradeAuto:
		return u, nil
	}
	return "", fmt.Errorf("upgrade policy %q is not off, notice or auto", s)
}

// extensionSource is an azd extension.
type extensionSource struct {
	cli     azd.CLI
	upgrade Upgrade

	preparing sync.Mutex // one installation at a time

	mu  sync.Mutex
	row azd.Extension
}

// update takes over a newer row of azd's list.
func (s *extensionSource) update(row azd.Extension) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.row = row
}

func (s *extensionSource) current() azd.Extension {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.row
}

func (s *extensionSource) ready() bool { return s.current().Installed != "" }

// stateless is false: what extensions are written with today knows sessions,
// and some of it ends when the first request is not initialize.
func (s *extensionSource) stateless() bool { return false }

func (s *extensionSource) open(ctx context.Context, stage func(string)) (endpoint, error) {
	row, err := s.prepare(ctx, stage)
	if err != nil {
		return endpoint{}, err
	}
	argv, env, err := s.cli.ServerCommand(ctx, row)
	if err != nil {
		return endpoint{}, err
	}
	return startChild(ctx, s.cli.Launcher, process.Command{Argv: argv, Env: env})
}

// prepare installs the extension when it is missing. A failed upgrade is no
// reason not to start what is there.
func (s *extensionSource) prepare(ctx context.Context, stage func(string)) (azd.Extension, error) {
	s.preparing.Lock()
	defer s.preparing.Unlock()
	row := s.current()
	switch {
	case row.Installed == "":
		stage("installing " + row.ID)
		if err := s.cli.Install(ctx, row); err != nil {
			return row, fmt.Errorf("%s could not be installed: %w", row.ID, err)
		}
	case row.Upgradable && s.upgrade == UpgradeAuto:
		stage("upgrading " + row.ID)
		if err := s.cli.Upgrade(ctx, row); err != nil {
			slog.Warn("extension not upgraded", "extension", row.ID, "error", err)
			return row, nil
		}
	default:
		return row, nil
	}
	row.Installed, row.Upgradable = row.Latest, false
	if row.Installed == "" {
		row.Installed = azd.UnknownVersion
	}
	s.update(row)
	return row, nil
}

// Command azd-azure-mcp is the root MCP server of the azd provider extensions:
// one tool, azure, that finds, installs, starts and calls them.
//
// It serves stdio, or streamable HTTP with --listen. As an azd extension it is
// started as "azd mcp azure server start", which runs this program with the
// arguments "server start".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mcp-router/companion/azd"
	"mcp-router/companion/process"
	"mcp-router/companion/provider"
	"mcp-router/companion/server"
	"mcp-router/learn"
)

// lastResort is when the program ends after a signal whatever holds it up; its
// children end with it.
const lastResort = 3 * time.Second

func main() {
	if len(os.Args) > 1 && os.Args[1] == process.SuperviseArg {
		os.Exit(process.Supervise(os.Args[2:]))
	}
	if code, ran := process.RunAsInit(); ran {
		os.Exit(code)
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil))) // stdout is the protocol's
	o, err := parseOptions(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "azd-azure-mcp:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(lastResort, func() { os.Exit(0) }) })
	if err := run(ctx, o); err != nil {
		slog.Error("azd-azure-mcp ended", "error", err)
		os.Exit(1)
	}
}

// settings describe the tool.
func settings(o options) learn.Settings {
	return learn.Settings{Name: "azure", Description: description, ReadOnly: o.readOnly}
}

// description is the tool's, for the model that chooses among tools.
const description = "Works with Azure and with Azure Developer CLI projects: " +
	"finds out what can be done, shows how, and does it, for resources and for the data in them. " +
	"Use it for anything about Azure."

// run serves until ctx ends or, over stdio, the client closes its side. All
// that was started is gone when it returns.
func run(ctx context.Context, o options) error {
	life, end := context.WithCancel(ctx)
	cli := azd.CLI{Path: o.azd}
	discovery := azd.NewDiscovery(life, cli.Extensions, azd.DefaultListTTL)
	discovery.Refresh()
	directory := provider.NewDirectory(life, provider.Config{
		CLI: cli, Discovery: discovery, Servers: o.servers, Upgrade: o.upgrade, Idle: provider.DefaultIdle,
	})
	defer directory.Close()
	defer end()
	context.AfterFunc(life, directory.Close) // while the last answers are on their way
	srv, err := server.NewServer(life, directory, settings(o))
	if err != nil {
		return err
	}
	if o.listen == "" {
		return srv.ServeStdio(life, os.Stdin, os.Stdout)
	}
	l, err := server.Listen(o.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", o.listen, err)
	}
	slog.Info("serving", "url", "http://"+l.Addr().String()+server.Endpoint)
	host, _, _ := net.SplitHostPort(o.listen) // Listen has checked it
	return srv.Serve(life, l, host)
}

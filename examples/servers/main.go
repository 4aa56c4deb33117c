// Command servers runs one of the example MCP servers over streamable HTTP:
//
//	go run ./examples/servers rest-amap-server --listen 127.0.0.1:8002
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
	"mcp-router/examples/servers/notebook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "servers:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, then gives running calls a moment to finish.
func run(ctx context.Context, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("usage: servers NAME [--listen HOST:PORT] [--separator ___] [--member NAME=URL], NAME one of %s", strings.Join(append(fleet.Names(), notebook.Name), ", "))
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8080", "address to serve on")
	separator := flags.String("separator", "___", "between server and tool in the catalog's names")
	var members []catalog.Member
	flags.Func("member", "`NAME=URL` of one more server that the catalog lists; may be repeated", func(text string) error {
		member, err := catalog.ParseMember(text)
		members = append(members, member)
		return err
	})
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	handler, err := fleet.Handler(args[0], *separator, log, members...)
	if err != nil {
		return err
	}
	log.Info("serving", "server", args[0], "address", *listen)
	return serve(ctx, &http.Server{Addr: *listen, Handler: handler, ReadHeaderTimeout: 10 * time.Second})
}

func serve(ctx context.Context, server *http.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}

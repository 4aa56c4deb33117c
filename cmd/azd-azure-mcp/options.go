package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"mcp-router/companion/provider"
	"mcp-router/companion/server"
)

// options are what the command line says.
type options struct {
	azd      string
	listen   string
	readOnly bool
	upgrade  provider.Upgrade
	servers  []provider.ServerEntry
}

const usage = `usage: azd-azure-mcp [server start] [flags]

The MCP server with the one tool "azure". It speaks MCP over stdin and stdout,
or over streamable HTTP with --listen.

flags:
`

// parseOptions reads the arguments. "server start", with which azd starts an
// extension, may stand in front. Errors: flag.ErrHelp, an unknown flag or word,
// a providers file that cannot be used.
func parseOptions(args []string) (options, error) {
	if len(args) >= 2 && args[0] == "server" && args[1] == "start" {
		args = args[2:]
	}
	o := options{upgrade: provider.UpgradeNotice}
	var providers string
	f := o.flags(&providers)
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(os.Stderr)
		fmt.Fprint(os.Stderr, usage)
		f.PrintDefaults()
		return o, err
	case err != nil:
		return o, err
	case f.NArg() > 0:
		return o, fmt.Errorf("unknown argument %q", f.Arg(0))
	}
	if providers == "" {
		return o, nil
	}
	doc, err := os.ReadFile(providers)
	if err != nil {
		return o, err
	}
	o.servers, err = provider.ParseServers(doc)
	return o, err
}

// flags defines the flags, which set o; providers gets the file's name.
func (o *options) flags(providers *string) *flag.FlagSet {
	f := flag.NewFlagSet("azd-azure-mcp", flag.ContinueOnError)
	f.SetOutput(io.Discard) // main prints the error
	f.StringVar(&o.azd, "azd", "azd", "the Azure Developer CLI: a `path`, or a name in PATH")
	f.StringVar(providers, "providers", "", "a JSON `file` with further provider servers")
	f.BoolVar(&o.readOnly, "read-only", false, "refuse every command that does not say it only reads")
	f.StringVar(&o.listen, "listen", "", "serve streamable HTTP on `host:port`, path "+server.Endpoint+"; without a host on loopback")
	f.Func("upgrade", "`off`, notice or auto: what to do about newer extensions (default notice)", func(s string) (err error) {
		o.upgrade, err = provider.ParseUpgrade(s)
		return err
	})
	return f
}

package main

import (
	"errors"
	"flag"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcp-router/companion/provider"
)

func TestParseOptions(t *testing.T) {
	tests := []struct {
		name string
		args string
		want options
		fail string // is in the error
	}{
		{"nothing", "", options{azd: "azd", upgrade: provider.UpgradeNotice}, ""},
		{"as azd starts an extension", "server start", options{azd: "azd", upgrade: provider.UpgradeNotice}, ""},
		{"all", "server start --azd /opt/azd --read-only --listen :8931 --upgrade=auto",
			options{azd: "/opt/azd", readOnly: true, listen: ":8931", upgrade: provider.UpgradeAuto}, ""},
		{"a word too many", "serve", options{}, `unknown argument "serve"`},
		{"an unknown flag", "--colour", options{}, "colour"},
		{"an unknown policy", "--upgrade=always", options{}, "off, notice or auto"},
		{"no such file", "--providers no-such-file", options{}, "no-such-file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseOptions(strings.Fields(tt.args))
			if tt.fail != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fail) {
					t.Errorf("error %v, want … %s …", err, tt.fail)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

func TestHelpIsNoFailure(t *testing.T) {
	if _, err := parseOptions([]string{"--help"}); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("error %v", err)
	}
}

// The page's table has a row for each flag and no other.
func TestFlagsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/azd.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented, defined []string
	for _, row := range regexp.MustCompile("(?m)^\\| `--([a-z-]+)").FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, row[1])
	}
	var o options
	var providers string
	o.flags(&providers).VisitAll(func(f *flag.Flag) { defined = append(defined, f.Name) })
	slices.Sort(documented)
	if !slices.Equal(documented, defined) {
		t.Errorf("documented %q, defined %q", documented, defined)
	}
}

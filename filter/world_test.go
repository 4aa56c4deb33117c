package filter

import (
	"strings"
	"testing"
)

func theWorld(t *testing.T) {
	host := mustStart(t, puppetConfig)
	act := func(acts string) string { return ask(t, host, `{"world":[`+acts+`]}`, "{}").became() }
	got := act(`["load","k"],["save","k","one","new"],["save","k","two","new"],["load","k"],["save","k","three","loaded"],["save","k","four","loaded"],["load","k"],["random"]`)
	want := "200 " + strings.Join([]string{`load "" false`, "save true", "save false", `load "one" true`, "save true", "save false", `load "three" true`, "random true"}, "\n")
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	for address, want := range map[string]bool{
		"127.0.0.1:10000": true, "127.8.8.8:80": true, "[::1]:10000": true, "[::ffff:127.0.0.1]:80": true,
		"10.0.0.1:10000": false, "[2001:db8::1]:80": false, "127.0.0.1": false, "/run/envoy.sock": false, "-": false,
	} {
		if err := host.SetProperty([]string{"destination", "address"}, []byte(address)); err != nil {
			t.Fatal(err)
		}
		host.InitHttp()
		if got := act(`["loopback"]`) == "200 loopback true"; got != want {
			t.Errorf("a connection to %s: loopback %v, want %v", address, got, want)
		}
	}
	host.InitHttp()
	act(`["warn","server \"a\" is left out"]`)
	if told := strings.Join(host.GetWarnLogs(), "\n"); told != `[mcp-router] server "a" is left out` {
		t.Errorf("the log says %q", told)
	}
}

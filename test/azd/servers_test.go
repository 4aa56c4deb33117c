package azd_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/azd/fakeprovider"
)

// Servers of a providers file: a command or a URL, one provider or many.

// servers writes a providers file and returns the flags that name it.
func (w *world) servers(servers args) []string {
	w.t.Helper()
	doc, err := json.Marshal(args{"servers": servers})
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.dir, "providers.json")
	if err := os.WriteFile(path, doc, 0o600); err != nil {
		w.t.Fatal(err)
	}
	return []string{"--providers", path}
}

// local is a stdio server entry for the provider program.
func local(name string, more args) args {
	entry := args{"type": "stdio", "command": built.provider, "args": []string{`{"name":"` + name + `"}`, "server", "start"}}
	for k, v := range more {
		entry[k] = v
	}
	return entry
}

// remote serves a provider over streamable HTTP, in the sessions era or both.
func (w *world) remote(o mcp.StreamableHTTPOptions) string {
	server := fakeprovider.New("remote", fakeprovider.Log(filepath.Join(w.dir, "remote.log")))
	s := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &o))
	w.t.Cleanup(s.Close)
	return s.URL
}

func TestServersBesideExtensions(t *testing.T) {
	w := newWorld(t, listed("keyvault"), listed("storage"))
	flags := w.servers(args{"storage": local("local", args{"description": "A server of our own."})})
	c := w.connect(clientOptions{args: flags})

	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage", "keyvault"})
	requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
	requireEqual(t, "installed", w.runs("ext install"), nil)
	if !strings.Contains(textOf(c.call(args{"learn": true})), "A server of our own.") {
		t.Error("the entry's description is not shown")
	}
}

func TestServersWithoutAzd(t *testing.T) {
	w := newWorld(t)
	flags := append(w.servers(args{"storage": local("local", nil)}), "--azd", "no-such-azd")
	c := w.connect(clientOptions{args: flags})

	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage"})
	requireEqual(t, "text", textOf(c.call(args{"tool": "storage", "command": "account_echo"})), "as they came")
}

func TestRemoteServer(t *testing.T) {
	for name, options := range map[string]mcp.StreamableHTTPOptions{
		"with sessions":       {},
		"without":             {Stateless: true},
		"answering with JSON": {Stateless: true, JSONResponse: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			flags := w.servers(args{"storage": args{"url": w.remote(options)}})
			wire := w.wire(flags...)
			wire.initialize(sessions)
			wire.request("tools/call", args{"name": "azure", "arguments": args{"learn": true, "tool": "storage"}})

			reply := wire.request("tools/call", args{"name": "azure", "arguments": args{"tool": "storage", "command": "container_list", "parameters": args{"account": "a"}}})

			if !strings.Contains(reply, `"structuredContent":`+fakeprovider.Fidelity) {
				t.Errorf("the provider's bytes are not in %s", reply)
			}
		})
	}
}

// A provider of the stateless era asks by input_required; clients of both eras
// get the question, and the provider the answer as it asked for it.
func TestRemoteServerAsksInTheStatelessWay(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t)
		flags := w.servers(args{"storage": args{"url": w.remote(mcp.StreamableHTTPOptions{Stateless: true})}})
		c := w.connect(clientOptions{version: version, args: flags,
			elicit: answering(mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}})})

		got := c.call(deleteBlob)

		requireEqual(t, "text", textOf(got), "deleted")
		requireEqual(t, "asked", c.noted(&c.asked), []string{"Delete the blob?"})
		requireEqual(t, "done", w.lines("remote.log"), []string{`deleted {"blob":"b"}`})
	})
}

// The provider's own requestState is handed on as it is: it outlives us.
func TestProvidersStateIsItsOwn(t *testing.T) {
	w := newWorld(t)
	flags := w.servers(args{"storage": args{"url": w.remote(mcp.StreamableHTTPOptions{Stateless: true})}})
	c := w.wire(flags...)
	c.initialize(stateless)

	first := c.round(args{"arguments": deleteBlob}, canElicit)
	requireEqual(t, "requestState", first.Result.RequestState, "consent/AbC==")
	second := c.round(args{"arguments": deleteBlob, "requestState": "consent/AbC==", "inputResponses": args{"sure": accepted}}, canElicit)
	requireEqual(t, "done", w.lines("remote.log"), []string{`deleted {"blob":"b"}`})
	requireEqual(t, "resultType", second.Result.ResultType, "complete")
}

func TestUnreachableServer(t *testing.T) {
	w := newWorld(t)
	c := w.connect(clientOptions{args: w.servers(args{"storage": args{"url": "http://127.0.0.1:1/mcp"}})})

	got := c.call(args{"learn": true, "tool": "storage"})

	if !got.IsError || !strings.Contains(textOf(got), "it cannot be reached") {
		t.Errorf("isError %v: %s", got.IsError, textOf(got))
	}
}

func TestMissingCommandSaysHowToInstallIt(t *testing.T) {
	w := newWorld(t)
	c := w.connect(clientOptions{args: w.servers(args{"storage": args{"command": "no-such-server", "installInstructions": "Get it from the shop."}})})

	got := c.call(args{"learn": true, "tool": "storage"})

	if !got.IsError || !strings.Contains(textOf(got), "Get it from the shop.") {
		t.Errorf("isError %v: %s", got.IsError, textOf(got))
	}
}

func TestOneServerAsManyProviders(t *testing.T) {
	w := newWorld(t)
	c := w.connect(clientOptions{args: w.servers(args{"all": local("all", args{"group": "prefix"})})})

	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"account", "blob", "container"})
	requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "blob"}), []string{"blob_copy", "blob_delete"})
	requireEqual(t, "text", textOf(c.call(args{"tool": "container", "command": "container_list", "parameters": args{"account": "a"}})),
		"two containers: images, backups")
	if n := len(w.starts("all")); n != 1 {
		t.Errorf("started %d times", n)
	}
}

func TestListChangedDropsTheList(t *testing.T) {
	w := newWorld(t, installed("storage"))
	c := w.connect(clientOptions{})
	c.learned(args{"learn": true, "tool": "storage"})
	c.call(args{"tool": "storage", "command": "account_grow"})

	eventually(t, "the new command is listed", func() bool {
		list := c.learned(args{"learn": true, "tool": "storage"})
		return list[len(list)-1] == "queue_peek"
	})
	if n := len(w.starts("storage")); n != 1 {
		t.Errorf("started %d times", n)
	}
}

func TestProvidersFileThatCannotBeUsed(t *testing.T) {
	w := newWorld(t)
	flags := w.servers(args{"a": args{"url": "ftp://x"}, "b": args{}, "c": args{"command": "x", "colour": "red"}})
	companion := w.companion(flags...)
	companion.Stderr = nil
	out, err := companion.CombinedOutput()
	if err == nil {
		t.Fatal("the companion started")
	}
	for _, says := range []string{"servers.a.url", "servers.b: needs a url or a command", `servers.c: unknown field "colour"`} {
		if !strings.Contains(string(out), says) {
			t.Errorf("%q is not said in: %s", says, out)
		}
	}
}

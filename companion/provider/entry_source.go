package provider

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/process"
)

// commandSource is a server started with a command line of its own.
type commandSource struct {
	launcher process.Launcher
	entry    ServerEntry
}

func (s *commandSource) ready() bool     { return true }
func (s *commandSource) stateless() bool { return false }

func (s *commandSource) open(life context.Context, _ func(string)) (endpoint, error) {
	command, err := s.entry.command()
	if err != nil {
		return endpoint{}, err
	}
	e, err := startChild(life, s.launcher, command)
	if err != nil && s.entry.InstallInstructions != "" {
		return e, fmt.Errorf("%w; %s", err, s.entry.InstallInstructions)
	}
	return e, err
}

// urlSource is a streamable HTTP server.
type urlSource struct{ entry ServerEntry }

func (s *urlSource) ready() bool     { return true }
func (s *urlSource) stateless() bool { return true }

func (s *urlSource) open(context.Context, func(string)) (endpoint, error) {
	address, header, err := s.entry.endpoint()
	if err != nil {
		return endpoint{}, err
	}
	private := newPrivateTransport(address, header, capturingTransport{http.DefaultTransport})
	return endpoint{
		transport: &mcp.StreamableClientTransport{Endpoint: private.public.String(), HTTPClient: &http.Client{Transport: private}},
		secrets:   private.secrets(),
	}, nil
}

// privateTransport adds what nobody but the server may see to requests for it: a
// URL's query and user, and headers. Above it only the rest is known, so that no
// error text and no log can hold them.
type privateTransport struct {
	public url.URL // without query and user
	query  string
	header http.Header
	next   http.RoundTripper
}

func newPrivateTransport(address *url.URL, header http.Header, next http.RoundTripper) *privateTransport {
	t := &privateTransport{public: *address, query: address.RawQuery, header: header, next: next}
	t.public.RawQuery, t.public.User, t.public.Fragment = "", nil, ""
	if user := address.User; user != nil && header.Get("Authorization") == "" {
		password, _ := user.Password()
		header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password)))
	}
	return t
}

// RoundTrip implements http.RoundTripper. A redirect to another server goes there
// without what is private.
func (t *privateTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != t.public.Scheme || r.URL.Host != t.public.Host {
		return t.next.RoundTrip(r)
	}
	r = r.Clone(r.Context())
	if r.URL.Path == t.public.Path && r.URL.RawQuery == "" {
		r.URL.RawQuery = t.query
	}
	for name, values := range t.header {
		if name == "Host" {
			r.Host = values[0]
			continue
		}
		r.Header[name] = values
	}
	return t.next.RoundTrip(r)
}

// minSecret is from which length on a text is looked for in what a server says;
// shorter ones are in every other word.
const minSecret = 4

// secrets are the private texts, as a server might say them back.
func (t *privateTransport) secrets() (list []string) {
	add := func(s string) {
		if len(s) >= minSecret {
			list = append(list, s)
		}
	}
	add(t.query)
	if values, err := url.ParseQuery(t.query); err == nil {
		for _, of := range values {
			for _, v := range of {
				add(v)
				add(url.QueryEscape(v))
			}
		}
	}
	for _, values := range t.header {
		for _, v := range values {
			add(v)
			_, credentials, _ := strings.Cut(v, " ")
			add(credentials)
		}
	}
	return list
}

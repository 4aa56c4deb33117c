package gateway

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
)

// tap stands between a client and Envoy and keeps every byte that the client
// gets.
type tap struct {
	address string

	mu   sync.Mutex
	down bytes.Buffer
}

func newTap(t *testing.T, to string) *tap {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	tap := &tap{address: listener.Addr().String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // closed
			}
			go tap.join(client, to)
		}
	}()
	return tap
}

func (tap *tap) join(client net.Conn, to string) {
	defer client.Close()
	envoy, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer envoy.Close()
	go func() {
		_, _ = io.Copy(envoy, client) // ends with either
		_ = envoy.Close()
	}()
	_, _ = io.Copy(io.MultiWriter(tap, client), envoy)
}

// Write keeps what goes down.
func (tap *tap) Write(p []byte) (int, error) {
	tap.mu.Lock()
	defer tap.mu.Unlock()
	return tap.down.Write(p)
}

// mustKeep fails if the client got any of the secrets, or nothing at all.
func (tap *tap) mustKeep(t *testing.T, secrets []string) {
	t.Helper()
	tap.mu.Lock()
	defer tap.mu.Unlock()
	if tap.down.Len() == 0 || len(secrets) == 0 {
		t.Fatalf("nothing to compare: %d bytes, %d secrets", tap.down.Len(), len(secrets))
	}
	for _, secret := range secrets {
		if at := bytes.Index(tap.down.Bytes(), []byte(secret)); at >= 0 {
			t.Errorf("a server's session id reaches the client: …%s…", tap.down.Bytes()[max(0, at-80):at+len(secret)])
		}
	}
}

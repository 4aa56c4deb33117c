package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"mcp-router/test/envoy"
)

// introduction says what was measured where, as Markdown.
func (b *bench) introduction(ctx context.Context) (string, error) {
	version, err := envoyVersion(ctx)
	if err != nil {
		return "", err
	}
	module, err := os.ReadFile(b.wasm)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`- machine: %s, %d cores, Linux %s, load average before the run %s
- %s
- %s; module: %.2f MB, SHA-256 %x
- %d rounds, %d requests per listener and round, %d connections, one worker unless said otherwise
`,
		processor(), runtime.NumCPU(), firstLine("/proc/sys/kernel/osrelease"), loadAverage(),
		version, runtime.Version(), megabytes(len(module)), sha256.Sum256(module),
		b.rounds, b.requests, b.connections), nil
}

// envoyVersion is what the binary says of itself.
func envoyVersion(ctx context.Context) (string, error) {
	binary, err := envoy.Binary()
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, binary, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("envoy --version: %w", err)
	}
	_, version, _ := strings.Cut(string(out), "version: ")
	return "Envoy " + strings.TrimSpace(version), nil
}

func processor() string {
	for line := range strings.Lines(string(read("/proc/cpuinfo"))) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// loadAverage is that of the last minute: on a quiet machine well below 1.
func loadAverage() string {
	average, _, _ := strings.Cut(firstLine("/proc/loadavg"), " ")
	return average
}

func firstLine(file string) string {
	line, _, _ := strings.Cut(string(read(file)), "\n")
	return line
}

// read returns nothing for a file that is missing: only the description of the
// machine suffers.
func read(file string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return data
}

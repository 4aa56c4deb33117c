// Command azd (bench/azd) measures azd-azure-mcp with the fake azd of the
// tests: how soon it answers, what it weighs, what a second learn and ten first
// uses at once cost. It prints a Markdown table; -n sets the rounds, of which
// medians are taken.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/azd/fakestate"
)

func main() {
	rounds := flag.Int("n", 20, "rounds per figure")
	flag.Parse()
	if err := run(os.Stdout, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, rounds int) error {
	dir, err := os.MkdirTemp("", "bench-azd-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-o", dir, "mcp-router/cmd/azd-azure-mcp", "mcp-router/test/azd/fakeazd", "mcp-router/test/azd/provider")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	b := bench{dir: dir, rounds: rounds, out: w}
	fmt.Fprintln(w, "| figure | measured |\n|---|---|")
	for _, extensions := range []int{10, 500} {
		if err := b.start(extensions); err != nil {
			return err
		}
	}
	if err := b.learn(); err != nil {
		return err
	}
	return b.concurrent()
}

// bench runs companions built into dir.
type bench struct {
	dir    string
	rounds int
	out    io.Writer
}

// world writes a fake azd's state with extensions that are not installed.
func (b bench) world(extensions int) error {
	s := fakestate.State{Version: "azd version 1.27.1", Provider: filepath.Join(b.dir, "provider")}
	for i := range extensions {
		name := fmt.Sprintf("service%03d", i)
		s.Extensions = append(s.Extensions, fakestate.Extension{
			Row:         json.RawMessage(fmt.Sprintf(`{"id":"mcp.%s","namespace":"mcp.%s","version":"1.0.0","installedVersion":"","source":"s"}`, name, name)),
			Description: "Works with " + name + ".", Spec: fmt.Sprintf(`{"name":%q}`, name),
		})
	}
	os.Remove(filepath.Join(b.dir, "runs.log"))
	return fakestate.Write(b.dir, s)
}

// connect starts a companion and returns a session with it, and how long the
// answer to initialize took from before the start.
func (b bench) connect() (*mcp.ClientSession, *exec.Cmd, time.Duration, error) {
	cmd := exec.Command(filepath.Join(b.dir, "azd-azure-mcp"), "--azd", filepath.Join(b.dir, "fakeazd"))
	cmd.Env = append(os.Environ(), "FAKE_AZD="+b.dir)
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	begin := time.Now()
	s, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	return s, cmd, time.Since(begin), err
}

func (b bench) start(extensions int) error {
	if err := b.world(extensions); err != nil {
		return err
	}
	var took []time.Duration
	var rss []int
	for range b.rounds {
		s, cmd, d, err := b.connect()
		if err != nil {
			return err
		}
		took = append(took, d)
		// The list has been read when an unknown name is refused.
		if _, err := call(s, map[string]any{"tool": "nothing", "command": "x"}); err != nil {
			return err
		}
		kb, err := residentKB(cmd.Process.Pid)
		if err != nil {
			return err
		}
		rss = append(rss, kb)
		s.Close()
	}
	b.row("start to initialize answer, %d listed extensions", median(took).Round(100*time.Microsecond), extensions)
	b.row("RSS idle, %d listed extensions", fmt.Sprintf("%.1f MB", float64(median(rss))/1024), extensions)
	return nil
}

func (b bench) learn() error {
	if err := b.world(10); err != nil {
		return err
	}
	s, _, _, err := b.connect()
	if err != nil {
		return err
	}
	defer s.Close()
	learn := map[string]any{"learn": true, "tool": "service003"}
	first, err := call(s, learn)
	if err != nil {
		return err
	}
	before, err := b.runs()
	if err != nil {
		return err
	}
	var took []time.Duration
	for range b.rounds {
		d, err := call(s, learn)
		if err != nil {
			return err
		}
		took = append(took, d)
	}
	after, err := b.runs()
	if err != nil {
		return err
	}
	b.row("first learn of a provider, installed and started", first.Round(time.Millisecond))
	b.row("second learn of a provider", median(took).Round(10*time.Microsecond))
	b.row("azd runs and starts during it", len(after)-len(before))
	return nil
}

func (b bench) concurrent() error {
	if err := b.world(10); err != nil {
		return err
	}
	s, _, _, err := b.connect()
	if err != nil {
		return err
	}
	defer s.Close()
	errs := make([]error, 10)
	begin := time.Now()
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = call(s, map[string]any{"tool": "service007", "command": "container_list", "parameters": map[string]any{"account": "a"}})
		})
	}
	wg.Wait()
	took := time.Since(begin)
	right := len(slices.DeleteFunc(errs, func(err error) bool { return err != nil }))
	runs, err := b.runs()
	if err != nil {
		return err
	}
	count := func(prefix string) (n int) {
		for _, r := range runs {
			if strings.HasPrefix(r, prefix) {
				n++
			}
		}
		return n
	}
	b.row("10 concurrent first uses", fmt.Sprintf("%d right answers, %d install, %d start, %v",
		right, count("ext install"), count("mcp service007"), took.Round(time.Millisecond)))
	return nil
}

func (b bench) runs() ([]string, error) {
	doc, err := os.ReadFile(filepath.Join(b.dir, "runs.log"))
	return strings.Split(strings.TrimSpace(string(doc)), "\n"), err
}

// call calls the tool. A result that is an error counts for unknown names
// only.
func call(s *mcp.ClientSession, args map[string]any) (time.Duration, error) {
	begin := time.Now()
	r, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: "azure", Arguments: args})
	if err == nil && r.IsError && args["tool"] != "nothing" {
		err = fmt.Errorf("%v: %v", args, r.Content[0])
	}
	return time.Since(begin), err
}

// residentKB is a process's resident memory.
func residentKB(pid int) (kb int, err error) {
	doc, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(doc), "VmRSS:")
	_, err = fmt.Sscan(after, &kb)
	return kb, err
}

func median[T int | time.Duration](list []T) T {
	slices.Sort(list)
	return list[len(list)/2]
}

// row prints a line of the table; the figure's name may have verbs for args.
func (b bench) row(figure string, value any, args ...any) {
	fmt.Fprintf(b.out, "| %s | %v |\n", fmt.Sprintf(figure, args...), value)
}

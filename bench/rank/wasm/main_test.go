package main

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
)

// TestRanksAlikeInWasm: the scores are integers so that a Wasm VM and any CPU
// agree to the last digit.
func TestRanksAlikeInWasm(t *testing.T) {
	const catalog = "../../../learn/testdata/catalog.json"
	const intents = "delete a file\nshow me the invoices of customer <number>\nwho is in the group admins\n把地址转换为坐标\nxyzzy\n"
	native := exec.Command("go", "run", "mcp-router/bench/rank", "--catalog", catalog)
	native.Stdin = strings.NewReader(intents)
	want, err := native.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := run(context.Background(), []string{"--catalog", catalog}, strings.NewReader(intents), &got); err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) || strings.Count(got.String(), "\n") != 5 {
		t.Errorf("in Wasm:\n%s\nnative:\n%s", got.String(), want)
	}
}

func TestBadArgumentsAreNamed(t *testing.T) {
	if err := run(context.Background(), nil, nil, nil); err == nil || err.Error() != "--catalog is required" {
		t.Errorf("run without arguments = %v", err)
	}
}

//go:build !wasip1

// Package body edits a part of the request body.
package body

import (
	"errors"

	_ "mcp-router/filter/hostcall/body/abi" // the export's place: see there
)

// ReplaceHead always fails: the SDK's native host knows whole bodies only.
func ReplaceHead(int, []byte) error { return errors.ErrUnsupported }

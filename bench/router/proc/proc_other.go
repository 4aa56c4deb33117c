//go:build !linux

// Package proc reads what another process has used.
package proc

import (
	"errors"
	"time"
)

// CPU needs Linux.
func CPU(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

// RSS needs Linux.
func RSS(int) (int, error) { return 0, errors.ErrUnsupported }

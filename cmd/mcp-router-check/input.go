package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFileBytes bounds the files that are read.
const maxFileBytes = 16 << 20

// standardInput is the FILE that stands for it.
const standardInput = "-"

// shown is what a FILE is called in messages.
func shown(name string) string {
	if name == standardInput {
		return "standard input"
	}
	return name
}

// readReport reads the file and checks it.
func readReport(name string, stdin io.Reader) (*report, error) {
	data, err := readFile(name, stdin)
	if err != nil {
		return nil, err
	}
	return checkFile(name, data), nil
}

// readFile reads a file within maxFileBytes. Errors name it.
func readFile(name string, stdin io.Reader) ([]byte, error) {
	if name == standardInput {
		return readBounded(name, stdin)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := readBounded(name, file)
	return data, errors.Join(err, file.Close())
}

func readBounded(name string, from io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxFileBytes+1))
	if err == nil && len(data) > maxFileBytes {
		err = fmt.Errorf("%s is larger than %d bytes", shown(name), maxFileBytes)
	}
	return data, err
}

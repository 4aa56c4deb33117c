package module

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Function is one that a module imports. Modules that give it different types
// cannot both be loaded by one host.
type Function struct {
	Name string // "module.name"
	Type string // parameters and results, as the module encodes them, in hex
}

// Sections of a module (WebAssembly core 1.0, section 5.5).
const (
	typeSection   = 1
	importSection = 2
	exportSection = 7
)

// functionKind marks a function among imports and exports.
const functionKind = 0

var errMalformed = errors.New("not a Wasm module, or a broken one")

// Imports lists the functions that a module needs from its host, in its order.
// Modules that import anything else, such as a memory, are refused.
func Imports(wasm []byte) ([]Function, error) {
	types, err := types(wasm)
	if err != nil {
		return nil, err
	}
	r, err := section(wasm, importSection)
	if err != nil {
		return nil, err
	}
	var all []Function
	for range r.number() {
		name := r.text() + "." + r.text()
		if kind := r.byte(); kind != functionKind && !r.bad {
			return nil, fmt.Errorf("%s is no function", name)
		}
		i := r.number()
		if r.bad || i >= uint64(len(types)) {
			return nil, errMalformed
		}
		all = append(all, Function{name, types[i]})
	}
	return all, nil
}

// Exports lists the names that a module offers its host, in its order.
func Exports(wasm []byte) ([]string, error) {
	r, err := section(wasm, exportSection)
	if err != nil {
		return nil, err
	}
	var all []string
	for range r.number() {
		name := r.text()
		r.byte()   // kind
		r.number() // index
		if r.bad {
			return nil, errMalformed
		}
		all = append(all, name)
	}
	return all, nil
}

func types(wasm []byte) ([]string, error) {
	r, err := section(wasm, typeSection)
	if err != nil {
		return nil, err
	}
	var all []string
	for range r.number() {
		r.byte() // 0x60: function
		t := fmt.Sprintf("(%x) (%x)", r.text(), r.text())
		if r.bad {
			return nil, errMalformed
		}
		all = append(all, t)
	}
	return all, nil
}

// section is the content of a module's section, empty if it has none.
func section(wasm []byte, want byte) (*reader, error) {
	if len(wasm) < 8 || string(wasm[:4]) != "\x00asm" {
		return nil, errMalformed
	}
	r := reader{rest: wasm[8:]}
	for len(r.rest) > 0 {
		id, body := r.byte(), r.text()
		if r.bad {
			return nil, errMalformed
		}
		if id == want {
			return &reader{rest: []byte(body)}, nil
		}
	}
	return &reader{rest: []byte{0}}, nil
}

// reader reads what a module is written in. Once it has read past the end it is
// bad and reads zeros.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.bad = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// number reads an unsigned LEB128.
func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// text reads bytes behind their number.
func (r *reader) text() string {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, nil
		return ""
	}
	text := string(r.rest[:n])
	r.rest = r.rest[n:]
	return text
}

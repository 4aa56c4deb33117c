package module

import (
	"reflect"
	"testing"
)

// tiny has two types, imports a.b of the second and exports run and memory.
const tiny = "\x00asm\x01\x00\x00\x00" +
	"\x01\x08\x02\x60\x00\x00\x60\x01\x7f\x00" +
	"\x02\x07\x01\x01a\x01b\x00\x01" +
	"\x07\x10\x02\x03run\x00\x00\x06memory\x02\x00"

func TestFunctionsOfAModule(t *testing.T) {
	imports, err := Imports([]byte(tiny))
	if want := []Function{{"a.b", "(7f) ()"}}; err != nil || !reflect.DeepEqual(imports, want) {
		t.Errorf("Imports() = %q, %v, want %q", imports, err, want)
	}
	exports, err := Exports([]byte(tiny))
	if want := []string{"run", "memory"}; err != nil || !reflect.DeepEqual(exports, want) {
		t.Errorf("Exports() = %q, %v, want %q", exports, err, want)
	}
	if imports, err := Imports([]byte(tiny[:8])); err != nil || imports != nil {
		t.Errorf("Imports() of an empty module = %q, %v", imports, err)
	}
}

// Every cut and every flipped byte is an error or a list, never a panic.
func TestBrokenModules(t *testing.T) {
	for i := range tiny {
		flipped := []byte(tiny)
		flipped[i] ^= 0xff
		for _, wasm := range [][]byte{[]byte(tiny[:i]), flipped} {
			_, _ = Imports(wasm)
			_, _ = Exports(wasm)
		}
	}
	for _, wasm := range []string{"", "\x00asm", "#!/bin/sh", tiny[:len(tiny)-1], "\x00asm\x01\x00\x00\x00\x07\xff\xff\xff\xff\x0f"} {
		if names, err := Exports([]byte(wasm)); err == nil {
			t.Errorf("Exports(%q) = %q, want an error", wasm, names)
		}
	}
}

package touched

import "encoding/binary"

// Numbers of sections of a module, and of the kind of import that is a function
// (WebAssembly core 1.0, sections 5.5.2 and 5.5.5).
const (
	importSection = 2
	codeSection   = 10
	functionKind  = 0
)

// codeSizes are the sizes of the functions' bodies by index, as they stand in the
// module. Imported functions come first and have none.
func codeSizes(module []byte) map[uint32]int {
	sizes := map[uint32]int{}
	next := uint32(0)
	for rest := section(module[8:]); len(rest) > 0; {
		id := rest[0]
		rest = rest[1:]
		body := section(rest.bytes())
		switch id {
		case importSection:
			for range body.number() {
				body.bytes() // module
				body.bytes() // name
				kind := body[0]
				body = body[1:]
				body.number() // type: all imports of the module are functions
				if kind == functionKind {
					next++
				}
			}
		case codeSection:
			for range body.number() {
				sizes[next] = len(body.bytes())
				next++
			}
		}
	}
	return sizes
}

// section reads LEB128 numbers and length-prefixed bytes.
type section []byte

func (s *section) number() uint64 {
	v, n := binary.Uvarint(*s)
	*s = (*s)[n:]
	return v
}

func (s *section) bytes() []byte {
	n := s.number()
	out := (*s)[:n]
	*s = (*s)[n:]
	return out
}

package listing

import "encoding/binary"

// Bounds of the table that lists are kept in.
const (
	// Slots is how many lists are kept.
	Slots = 64
	// MaxTable bounds all of them together, in bytes.
	MaxTable = 8 << 20
	// MaxStored bounds one: a larger list is asked for each time.
	MaxStored = 4 << 20
)

// index says what is in the slots. It is one value, so that it changes at once
// for all workers.
type index struct {
	// last is the latest stamp. Stamps are never given twice.
	last  uint64
	slots [Slots]slot
}

// slot is what the index says of one: the latest stamp is that of the youngest
// list, and 0 of none.
type slot struct {
	stamp uint64
	key   digest
	size  uint32
}

const (
	indexFormat = 1
	slotSize    = 8 + len(digest{}) + 4
	indexSize   = 1 + 8 + Slots*slotSize
)

// readIndex reads the index; what is none is an empty one.
func readIndex(raw []byte) *index {
	x := &index{}
	if len(raw) != indexSize || raw[0] != indexFormat {
		return x
	}
	x.last = binary.BigEndian.Uint64(raw[1:])
	raw = raw[9:]
	for i := range x.slots {
		s := &x.slots[i]
		s.stamp = binary.BigEndian.Uint64(raw)
		copy(s.key[:], raw[8:])
		s.size = binary.BigEndian.Uint32(raw[8+len(s.key):])
		raw = raw[slotSize:]
	}
	return x
}

func (x *index) write() []byte {
	out := make([]byte, 1, indexSize)
	out[0] = indexFormat
	out = binary.BigEndian.AppendUint64(out, x.last)
	for i := range x.slots {
		out = binary.BigEndian.AppendUint64(out, x.slots[i].stamp)
		out = append(out, x.slots[i].key[:]...)
		out = binary.BigEndian.AppendUint32(out, x.slots[i].size)
	}
	return out
}

// find returns the slot of a key, -1 if there is none.
func (x *index) find(key digest) int {
	for i := range x.slots {
		if x.slots[i].stamp != 0 && x.slots[i].key == key {
			return i
		}
	}
	return -1
}

// place makes room for a list: it returns its slot, which is the one of its key
// or an empty or the oldest one, and those that must be emptied for it.
func (x *index) place(key digest, size int) (at int, emptied []int) {
	if at = x.find(key); at < 0 {
		at = x.oldest()
	}
	x.last++
	x.slots[at] = slot{stamp: x.last, key: key, size: uint32(size)}
	for x.total() > MaxTable {
		old := x.oldestFull(at)
		x.slots[old] = slot{}
		emptied = append(emptied, old)
	}
	return at, emptied
}

func (x *index) total() (n int) {
	for i := range x.slots {
		n += int(x.slots[i].size)
	}
	return n
}

// oldest returns the slot with the least stamp: an empty one if there is any.
func (x *index) oldest() int {
	at := 0
	for i := range x.slots {
		if x.slots[i].stamp < x.slots[at].stamp {
			at = i
		}
	}
	return at
}

// oldestFull returns the slot of the oldest list that is not the one at but.
func (x *index) oldestFull(but int) int {
	at := -1
	for i := range x.slots {
		if i != but && x.slots[i].stamp != 0 && (at < 0 || x.slots[i].stamp < x.slots[at].stamp) {
			at = i
		}
	}
	return at
}

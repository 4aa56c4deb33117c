package listing

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// memory is a Store that counts, and can let another worker in between.
type memory struct {
	values   map[string][]byte
	versions map[string]uint32
	loads    map[string]int
	// between runs before each Save, once.
	between func()
}

func newMemory() *memory {
	return &memory{values: map[string][]byte{}, versions: map[string]uint32{}, loads: map[string]int{}}
}

func (m *memory) Load(key string) ([]byte, uint32) {
	m.loads[key]++
	return append([]byte(nil), m.values[key]...), m.versions[key]
}

func (m *memory) Save(key string, value []byte, version uint32) bool {
	if between := m.between; between != nil {
		m.between = nil
		between()
	}
	if m.versions[key] != version {
		return false
	}
	m.values[key] = append([]byte(nil), value...)
	m.versions[key]++
	return true
}

// bytes are all values together, without the index.
func (m *memory) bytes() (n int) {
	for key, value := range m.values {
		if strings.Contains(key, "/list/") {
			n += len(value)
		}
	}
	return n
}

const now = 1_790_000_000_000

func listKey(sid string) *Key {
	return &Key{Method: "tools/list", Client: [][]byte{[]byte("{}")}, Servers: []KeyServer{{Hash: source("a").Hash, Private: []string{sid}}, {Hash: source("b").Hash}}}
}

// list is a whole list of servers a and b.
func list(t *testing.T, hints, name string) *Merged {
	t.Helper()
	l := New(Tools, false, sources("a", "b"))
	mustAdd(t, l, 0, `{`+hints+`"tools":[`+tool(name, "")+`,`+tool("y", "")+`]}`)
	mustAdd(t, l, 1, `{`+hints+`"tools":[`+tool("z", "")+`]}`)
	return l.Merge()
}

const public = `"cacheScope":"public","ttlMs":20000,`

func TestAListIsFoundAsItWasSaved(t *testing.T) {
	store := newMemory()
	m := list(t, "", "x")
	c := NewCache("p", 30000)
	c.Save(store, listKey("s"), m, c.Generations(store), now)
	for name, worker := range map[string]*Cache{"the same worker": c, "another worker": NewCache("p", 30000)} {
		got := worker.Find(store, listKey("s"))
		if got == nil || string(got.AppendResult(nil)) != string(m.AppendResult(nil)) || got.Hints.Public {
			t.Fatalf("%s finds %+v", name, got)
		}
		if ttl := got.TTL(now+1000, worker.Generations(store)); ttl != 29000 {
			t.Errorf("%s: fresh for %d ms, want 29000", name, ttl)
		}
		if part, want := string(got.Part(source("a").Hash, now+MaxAge)), tool("a___x", "")+","+tool("a___y", ""); part != want {
			t.Errorf("%s: part %s, want %s", name, part, want)
		}
		if part, want := string(got.Part(source("b").Hash, now)), tool("b___z", ""); part != want {
			t.Errorf("%s: part %s, want %s", name, part, want)
		}
		if got.Part(source("a").Hash, now+MaxAge+1) != nil || got.Part([4]byte{1}, now) != nil {
			t.Errorf("%s: a part that is too old, or nobody's", name)
		}
	}
	if (*Stored)(nil).Part(source("a").Hash, now) != nil {
		t.Error("no list has a part")
	}
}

func TestAListIsReadFromSharedMemoryOnce(t *testing.T) {
	store := newMemory()
	NewCache("p", 30000).Save(store, listKey("s"), list(t, "", "x"), Generations{}, now)
	c := NewCache("p", 30000)
	for range 3 {
		if c.Find(store, listKey("s")) == nil {
			t.Fatal("not found")
		}
	}
	if n := store.loads["p/list/0"]; n != 2 { // once to write it
		t.Errorf("the list was read %d times, want once to write and once to find it", n)
	}
}

func TestListsAreForThoseWhoseTheyAre(t *testing.T) {
	changes := map[string]func(*Key){
		"the session":      func(k *Key) { k.Servers[0].Private = []string{"other"} },
		"a header more":    func(k *Key) { k.Servers[1].Private = []string{""} },
		"headers moved":    func(k *Key) { k.Servers[0].Private, k.Servers[1].Private = nil, []string{"s"} },
		"headers cut":      func(k *Key) { k.Servers[0].Private = []string{"", "s"} },
		"the era":          func(k *Key) { k.Stateless = true },
		"the client":       func(k *Key) { k.Client = [][]byte{[]byte(`{"sampling":{}}`)} },
		"the client's cut": func(k *Key) { k.Client = [][]byte{[]byte("{"), []byte("}")} },
		"the parameters":   func(k *Key) { k.Params = []byte(`{"x":1}`) },
		"a server":         func(k *Key) { k.Servers = k.Servers[:1] },
		"a moved server":   func(k *Key) { k.Servers[1].Hash[0]++ },
	}
	for name, change := range changes {
		for hints, shared := range map[string]bool{"": false, public: true} {
			store, c := newMemory(), NewCache("p", 30000)
			c.Save(store, listKey("s"), list(t, hints, "x"), Generations{}, now)
			key := listKey("s")
			change(key)
			isPrivate := strings.HasPrefix(name, "the session") || strings.HasPrefix(name, "a header") || strings.HasPrefix(name, "headers")
			if found := c.Find(store, key) != nil; found != (shared && isPrivate) {
				t.Errorf("%s differs, public %t: found %t", name, shared, found)
			}
		}
	}
	store, c := newMemory(), NewCache("p", 30000)
	c.Save(store, listKey("s"), list(t, "", "x"), Generations{}, now)
	if NewCache("q", 30000).Find(store, listKey("s")) != nil {
		t.Error("another configuration finds the list")
	}
	other := listKey("s")
	other.Method = "prompts/list"
	if c.Find(store, other) != nil {
		t.Error("another method finds the list")
	}
	for key, value := range store.values {
		if strings.Contains(string(value), "other") || strings.Contains(key, "sid") {
			t.Errorf("%s holds a session id", key)
		}
	}
}

func TestTheLaterOfTwoListsIsFound(t *testing.T) {
	store, c := newMemory(), NewCache("p", 30000)
	c.Save(store, listKey("s"), list(t, "", "old"), Generations{}, now)
	c.Save(store, listKey("t"), list(t, public, "new"), Generations{}, now+1)
	if got := c.Find(store, listKey("s")); !strings.Contains(string(got.AppendResult(nil)), "new") {
		t.Errorf("found %s", got.AppendResult(nil))
	}
	c.Save(store, listKey("s"), list(t, "", "newest"), Generations{}, now+2)
	if got := c.Find(store, listKey("s")); !strings.Contains(string(got.AppendResult(nil)), "newest") {
		t.Errorf("found %s", got.AppendResult(nil))
	}
	if got := c.Find(store, listKey("u")); !strings.Contains(string(got.AppendResult(nil)), `"a___new"`) {
		t.Errorf("others find %s", got.AppendResult(nil))
	}
}

func TestFreshness(t *testing.T) {
	store, c := newMemory(), NewCache("p", 30000)
	for hints, want := range map[string]int64{"": 30000, public: 20000, `"ttlMs":90000,`: 30000, `"ttlMs":0,`: 0} {
		c.Save(store, listKey("s"+hints), list(t, hints, "x"), Generations{}, now)
		got := c.Find(store, listKey("s"+hints))
		if ttl := got.TTL(now, Generations{}); ttl != want {
			t.Errorf("with %q fresh for %d ms, want %d", hints, ttl, want)
		}
		if got.TTL(now+want, Generations{}) != 0 || got.TTL(now-1, Generations{}) != 0 {
			t.Errorf("with %q fresh when its time is over, or has not begun", hints)
		}
	}
}

func TestAListThatChangedIsNoLongerFresh(t *testing.T) {
	store, c, other := newMemory(), NewCache("p", 30000), NewCache("p", 30000)
	other.Changed(store, source("b").Hash)
	before := c.Generations(store)
	c.Save(store, listKey("s"), list(t, "", "x"), before, now)
	fresh := func() bool { return c.Find(store, listKey("s")).TTL(now, c.Generations(store)) > 0 }
	if !fresh() {
		t.Error("a change before the servers were asked makes the list stale")
	}
	other.Changed(store, [4]byte{9})
	if !fresh() {
		t.Error("a change of another server makes the list stale")
	}
	other.Changed(store, source("b").Hash)
	if fresh() {
		t.Error("a change makes no list stale")
	}
	c.Save(store, listKey("s"), list(t, "", "x"), before, now) // asked before the change, saved behind it
	if fresh() {
		t.Error("a list that was asked for before the change is fresh")
	}
}

func TestOnlyWholeListsOfAFairSizeAreKept(t *testing.T) {
	store := newMemory()
	NewCache("p", 0).Save(store, listKey("s"), list(t, "", "x"), Generations{}, now)
	partial := New(Tools, false, sources("a", "b"))
	mustAdd(t, partial, 0, tools())
	c := NewCache("p", 1)
	c.Save(store, listKey("s"), partial.Merge(), Generations{}, now)
	large := list(t, "", "x")
	large.entries = make([]byte, MaxStored)
	c.Save(store, listKey("s"), large, Generations{}, now)
	if len(store.values) > 0 || NewCache("p", 0).Find(store, listKey("s")) != nil || len(store.loads) > 0 {
		t.Errorf("kept %v, read %v", store.values, store.loads)
	}
}

func TestTheTableIsBounded(t *testing.T) {
	store := newMemory()
	workers := []*Cache{NewCache("p", 30000), NewCache("p", 30000)}
	large := func(i, size int) *Merged {
		m := list(t, "", fmt.Sprint("n", i))
		m.entries = append(m.entries, make([]byte, size)...)
		return m
	}
	for i := range 3 * Slots {
		size := 1000
		if i%7 == 0 {
			size = MaxStored - 10_000
		}
		workers[i%2].Save(store, listKey(fmt.Sprint(i)), large(i, size), Generations{}, now)
		for _, w := range workers {
			if got := w.Find(store, listKey(fmt.Sprint(i))); got == nil || !strings.Contains(string(got.AppendResult(nil)), fmt.Sprint("a___n", i)) {
				t.Fatalf("list %d is not found", i)
			}
		}
		if n := store.bytes(); n > MaxTable {
			t.Fatalf("after %d lists the table has %d bytes", i+1, n)
		}
	}
	if n := len(store.values); n > Slots+1 {
		t.Errorf("%d keys", n)
	}
	for i, w := range workers {
		kept := 0
		for _, used := range w.used {
			if used.stored != nil {
				kept += len(used.stored.entries)
			}
		}
		if kept > MaxTable {
			t.Errorf("worker %d keeps %d bytes", i, kept)
		}
	}
	found := 0
	for i := range 3 * Slots {
		if workers[0].Find(store, listKey(fmt.Sprint(i))) != nil {
			found++
		}
	}
	if last := workers[0].Find(store, listKey(fmt.Sprint(3*Slots-1))); last == nil || found < 8 {
		t.Errorf("%d lists are left", found)
	}
}

func TestTheOldestListMakesRoom(t *testing.T) {
	store, c := newMemory(), NewCache("p", 30000)
	for i := range Slots + 1 {
		c.Save(store, listKey(fmt.Sprint(i)), list(t, "", "x"), Generations{}, now)
	}
	c.Save(store, listKey("1"), list(t, "", "x"), Generations{}, now) // again: it takes its own place
	var gone []int
	for i := range Slots + 1 {
		if c.Find(store, listKey(fmt.Sprint(i))) == nil {
			gone = append(gone, i)
		}
	}
	if !reflect.DeepEqual(gone, []int{0}) {
		t.Errorf("gone are %v, want the first one", gone)
	}
}

func TestTwoWorkersWriteAtOnce(t *testing.T) {
	for step := range 4 {
		store, a, b := newMemory(), NewCache("p", 30000), NewCache("p", 30000)
		store.between = func() {
			for i := range step {
				b.Save(store, listKey(fmt.Sprint("b", i)), list(t, "", fmt.Sprint("b", i)), Generations{}, now)
			}
		}
		a.Save(store, listKey("a"), list(t, "", "a"), Generations{}, now)
		for _, worker := range []*Cache{a, b, NewCache("p", 30000)} {
			for i := range step {
				got := worker.Find(store, listKey(fmt.Sprint("b", i)))
				if got != nil && !strings.Contains(string(got.AppendResult(nil)), fmt.Sprint("a___b", i)) {
					t.Errorf("the key of b%d finds %s", i, got.AppendResult(nil))
				}
			}
			if got := worker.Find(store, listKey("a")); got == nil || !strings.Contains(string(got.AppendResult(nil)), `"a___a"`) {
				t.Errorf("with %d writes in between, the list of a is %+v", step, got)
			}
		}
	}
	store, a := newMemory(), NewCache("p", 30000)
	store.between = func() { NewCache("p", 30000).Changed(store, [4]byte{1}) }
	a.Changed(store, [4]byte{1})
	if got := a.Generations(store).Of([4]byte{1}); got != 2 {
		t.Errorf("two changes at once count %d", got)
	}
}

// A worker that was too late has put its list into the slot, not into the index.
func TestAListOfAnotherKeyInItsSlotIsNotFound(t *testing.T) {
	store, other := newMemory(), newMemory()
	NewCache("p", 30000).Save(store, listKey("a"), list(t, "", "a"), Generations{}, now)
	NewCache("p", 30000).Save(other, listKey("b"), list(t, "", "b"), Generations{}, now)
	store.values["p/list/0"] = other.values["p/list/0"]
	if got := NewCache("p", 30000).Find(store, listKey("a")); got != nil {
		t.Errorf("the key of a finds %s", got.AppendResult(nil))
	}
}

func TestRubbishInSharedMemoryIsNoList(t *testing.T) {
	store, c := newMemory(), NewCache("p", 30000)
	c.Save(store, listKey("s"), list(t, "", "x"), Generations{}, now)
	record := store.values["p/list/0"]
	for i := range record[:recordHead+2*recordPart] {
		for _, bit := range []byte{1, 0x80} {
			record[i] ^= bit
			if got := NewCache("p", 30000).Find(store, listKey("s")); got != nil {
				for _, part := range got.parts {
					_ = got.entries[part.start:part.end]
				}
			}
			record[i] ^= bit
		}
	}
	for n := range record {
		store.values["p/list/0"] = record[:n]
		NewCache("p", 30000).Find(store, listKey("s"))
	}
	store.values["p/list"] = []byte("x")
	store.values["p/generations"] = []byte("xyz")
	if c.Find(store, listKey("s")) != nil || c.Generations(store).Of([4]byte{'x'}) != 0 {
		t.Error("rubbish is read")
	}
	c.Changed(store, [4]byte{1})
	if got := c.Generations(store).Of([4]byte{1}); got != 1 {
		t.Errorf("after rubbish a change counts %d", got)
	}
}

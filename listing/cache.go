package listing

import "strconv"

// Cache keeps merged lists for all workers, and in this one's memory those that
// it has used. It is not safe for concurrent use.
type Cache struct {
	prefix string
	ttl    int64
	// used are the lists read lately, by slot, each under its stamp.
	used [Slots]struct {
		stamp  uint64
		stored *Stored
	}
}

// NewCache keeps lists for at most ttl milliseconds under keys that begin with
// prefix, which must differ from configuration to configuration. With 0 it keeps
// none.
func NewCache(prefix string, ttl int64) *Cache { return &Cache{prefix: prefix, ttl: ttl} }

// Find returns the latest list for a key, nil if there is none. It may be too old
// to be used but for its parts: see Stored.TTL. The one for this client is
// looked for first, then one that is for any.
func (c *Cache) Find(store Store, key *Key) *Stored {
	if c.ttl <= 0 {
		return nil
	}
	raw, _ := store.Load(c.indexKey())
	x := readIndex(raw)
	c.forget(x)
	kind := KindOf(key.Method)
	private, public := key.digests()
	own, shared := c.load(store, x, kind, private), c.load(store, x, kind, public)
	if own == nil || shared != nil && shared.made > own.made {
		return shared
	}
	return own
}

// load returns the list of a key that the index knows.
func (c *Cache) load(store Store, x *index, kind *Kind, key digest) *Stored {
	at := x.find(key)
	if at < 0 || kind == nil {
		return nil
	}
	stamp, used := x.slots[at].stamp, &c.used[at]
	if used.stamp == stamp {
		return used.stored
	}
	raw, _ := store.Load(c.slotKey(at))
	stored := readRecord(raw, kind, stamp, key)
	if stored != nil {
		used.stamp, used.stored = stamp, stored
	}
	return stored
}

// forget lets go of lists that the table no longer has, which bounds what this
// worker keeps as the table is bounded.
func (c *Cache) forget(x *index) {
	for i := range c.used {
		if used := &c.used[i]; used.stored != nil && used.stamp != x.slots[i].stamp {
			used.stamp, used.stored = 0, nil
		}
	}
}

// Save keeps a list that was made now. generations are those from before its
// servers were asked. A list that is not whole or too large is not kept, and
// neither is one that other workers leave no chance to write.
func (c *Cache) Save(store Store, key *Key, m *Merged, generations Generations, now int64) {
	if c.ttl <= 0 || !m.Whole() {
		return
	}
	stored := &Stored{Merged: m, made: now, expires: now + c.Lifetime(m)}
	for _, part := range m.parts {
		stored.generations = append(stored.generations, generations.Of(part.server))
	}
	name := key.digest(!m.Hints.Public)
	if recordHead+recordPart*len(m.parts)+len(m.entries) > MaxStored {
		return
	}
	for range tries {
		if c.write(store, stored, name) {
			return
		}
	}
}

// Lifetime is how many milliseconds a list is as good as new when it is made: as
// long as its servers say, but no longer than lists are kept. One that is not
// whole is old at once.
func (c *Cache) Lifetime(m *Merged) int64 {
	switch {
	case c.ttl <= 0 || !m.Whole():
		return 0
	case m.Hints.TTL == Unknown:
		return c.ttl
	}
	return min(c.ttl, m.Hints.TTL)
}

// write puts a list into the table; false if another worker was first.
func (c *Cache) write(store Store, stored *Stored, key digest) bool {
	raw, version := store.Load(c.indexKey())
	x := readIndex(raw)
	c.forget(x)
	size := recordHead + recordPart*len(stored.parts) + len(stored.entries)
	at, emptied := x.place(key, size)
	stamp := x.slots[at].stamp
	// The list goes first: until the index says so, nobody takes it for what was
	// there before, whose stamp and key it does not have.
	if !c.replace(store, c.slotKey(at), stored.record(stamp, key)) || !store.Save(c.indexKey(), x.write(), version) {
		return false
	}
	for _, old := range emptied {
		c.replace(store, c.slotKey(old), nil)
	}
	c.forget(x)
	c.used[at].stamp, c.used[at].stored = stamp, stored
	return true
}

// replace writes a value whatever it was.
func (c *Cache) replace(store Store, key string, value []byte) bool {
	_, version := store.Load(key)
	return store.Save(key, value, version)
}

// Generations reads the servers' counts.
func (c *Cache) Generations(store Store) Generations {
	records, _ := store.Load(c.generationsKey())
	return Generations{records}
}

// Changed notes that a server says that its lists have changed: no list that was
// made before is as good as new any more, in any worker.
func (c *Cache) Changed(store Store, server [4]byte) {
	for range tries {
		records, version := store.Load(c.generationsKey())
		if store.Save(c.generationsKey(), Generations{records}.raised(server), version) {
			return
		}
	}
}

func (c *Cache) indexKey() string       { return c.prefix + "/list" }
func (c *Cache) slotKey(at int) string  { return c.prefix + "/list/" + strconv.Itoa(at) }
func (c *Cache) generationsKey() string { return c.prefix + "/generations" }

package jsonrpc

// Without returns an object of a scanned text without the members of these keys,
// in any spelling that some reader takes for one of them. The rest stays byte
// for byte; an object without such members is returned as it is.
func Without(object []byte, keys ...string) []byte {
	var out []byte
	copied, cut := 0, false
	first := true // no member was kept yet
	end := 0      // where the last member ends
	if len(object) > 0 && object[0] == '{' {
		for key, value := range members(object, Span{End: len(object)}, nil) {
			start := end
			end = value.End
			if !isOneOf(key.Of(object), keys) {
				if first && cut {
					// The comma before it belonged to what was cut.
					out = append(out, object[:space(object, 1)]...)
					copied = key.Start - 1
				}
				first = false
				continue
			}
			if !first {
				out = append(out, object[copied:start]...)
				copied = end
			}
			cut = true
		}
	}
	switch {
	case !cut:
		return object
	case first:
		return []byte("{}")
	}
	return append(out, object[copied:]...)
}

func isOneOf(key []byte, names []string) bool {
	for _, name := range names {
		if same, _ := readsAs(key, name); same {
			return true
		}
	}
	return false
}

package jsonrpc

// literal returns the end of true, false or null, which begins with c at pos,
// -1 if it is none of them.
//
//go:noinline
func literal(text []byte, pos int, c byte) int {
	word := "null"
	switch c {
	case 't':
		word = "true"
	case 'f':
		word = "false"
	}
	if len(text)-pos < len(word) || string(text[pos:pos+len(word)]) != word {
		return -1
	}
	return pos + len(word)
}

// number returns the end of a number (RFC 8259 section 6), -1 if there is none.
func number(text []byte, pos int) int {
	c := at(text, pos)
	if c == '-' {
		pos++
		c = at(text, pos)
	}
	first := c
	if first-'0' > 9 {
		return -1
	}
	for c-'0' <= 9 {
		pos++
		if c = at(text, pos); first == '0' {
			break // only zero begins with it
		}
	}
	if c == '.' || c|0x20 == 'e' {
		return fraction(text, pos)
	}
	return pos
}

// fraction returns the end of the fraction and the exponent, or only one of them,
// that begin at pos, -1 if they are broken.
func fraction(text []byte, pos int) int {
	if at(text, pos) == '.' {
		if pos = digits(text, pos+1); pos < 0 {
			return -1
		}
	}
	if at(text, pos)|0x20 != 'e' {
		return pos
	}
	pos++
	if sign := at(text, pos); sign == '+' || sign == '-' {
		pos++
	}
	return digits(text, pos)
}

// digits returns the end of the digits at pos, -1 if there are none.
func digits(text []byte, pos int) int {
	start := pos
	for pos < len(text) && text[pos]-'0' <= 9 {
		pos++
	}
	if pos == start {
		return -1
	}
	return pos
}

package learn

import "unicode/utf8"

// appendString appends a JSON string with no more escapes than JSON needs:
// every byte of an answer is sent twice. Bytes that are no UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		b := s[i]
		if b >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
			continue
		}
		i++
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\t':
			dst = append(dst, '\\', 't')
		case b == '\r':
			dst = append(dst, '\\', 'r')
		case b < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}

// appendStrings appends an array of strings.
func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// compact returns a valid JSON text without the white space between its tokens;
// the tokens stay as they are.
func compact(text []byte) []byte {
	dst := make([]byte, 0, len(text))
	inString := false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inString && b == '\\':
			dst = append(dst, b)
			i++
			dst = append(dst, text[i])
			continue
		case b == '"':
			inString = !inString
		case !inString && (b == ' ' || b == '\n' || b == '\t' || b == '\r'):
			continue
		}
		dst = append(dst, text[i])
	}
	return dst
}

package puppet

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"

	"mcp-router/gateway"
)

// play does what the script's member world says, and returns a line for each.
func play(world gateway.World, acts []gjson.Result) (lines []string) {
	var version uint32
	for _, act := range acts {
		words := act.Array()
		switch name := words[0].Str; name {
		case "load":
			var value []byte
			value, version = world.Load(words[1].Str)
			lines = append(lines, fmt.Sprintf("load %q %v", value, version != 0))
		case "save":
			expected := version
			if words[3].Str == "new" {
				expected = 0
			}
			lines = append(lines, fmt.Sprintf("save %v", world.Save(words[1].Str, []byte(words[2].Str), expected)))
		case "random":
			a, b := make([]byte, 32), make([]byte, 32)
			world.Random(a)
			world.Random(b)
			lines = append(lines, fmt.Sprintf("random %v", !bytes.Equal(a, b)))
		case "loopback":
			lines = append(lines, fmt.Sprintf("loopback %v", world.OnLoopback()))
		case "warn":
			world.Warn(words[1].Str)
		default:
			panic("no act " + name)
		}
	}
	return lines
}

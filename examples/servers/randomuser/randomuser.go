// Package randomuser is an example MCP server that makes up people.
package randomuser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Name is what the server calls itself and its prefix in tool names.
const Name = "random-user-server"

// maxUsers bounds one answer.
const maxUsers = 100

var (
	firstNames = []string{"Amara", "Chen", "Diego", "Freya", "Ines", "Jun", "Lea", "Noor", "Omar", "Priya"}
	lastNames  = []string{"Almeida", "Brandt", "Costa", "Haddad", "Ito", "Kumar", "Lind", "Moreau", "Okafor", "Zhang"}
	countries  = []string{"BR", "CN", "DE", "FR", "IN", "JP", "NG", "SE"}
)

// User is one made-up person. The address is under example.com, which nobody owns.
type User struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Country string `json:"country" jsonschema:"ISO 3166 code of two letters"`
	Age     int    `json:"age"`
}

type userArgs struct {
	Seed *uint64 `json:"seed,omitempty" jsonschema:"the same seed gives the same user"`
}

type usersArgs struct {
	Count int     `json:"count" jsonschema:"how many users, 1 to 100"`
	Seed  *uint64 `json:"seed,omitempty" jsonschema:"the same seed gives the same users"`
}

type users struct {
	Users []User `json:"users"`
}

// New returns the server with its tools get-random-user and get-random-users.
func New() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "get-random-user", Description: "Get one random user."},
		func(_ context.Context, _ *mcp.CallToolRequest, args userArgs) (*mcp.CallToolResult, User, error) {
			return nil, randomUser(source(args.Seed)), nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "get-random-users", Description: "Get several random users."},
		func(_ context.Context, _ *mcp.CallToolRequest, args usersArgs) (*mcp.CallToolResult, users, error) {
			if args.Count < 1 || args.Count > maxUsers {
				return nil, users{}, fmt.Errorf("count must be 1 to %d, got %d", maxUsers, args.Count)
			}
			rng := source(args.Seed)
			all := make([]User, args.Count)
			for i := range all {
				all[i] = randomUser(rng)
			}
			return nil, users{Users: all}, nil
		})
	return server
}

func source(seed *uint64) *rand.Rand {
	if seed != nil {
		return rand.New(rand.NewPCG(*seed, 0))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

func randomUser(rng *rand.Rand) User {
	first, last := pick(rng, firstNames), pick(rng, lastNames)
	return User{
		Name:    first + " " + last,
		Email:   strings.ToLower(first + "." + last + "@example.com"),
		Country: pick(rng, countries),
		Age:     18 + rng.IntN(60),
	}
}

func pick(rng *rand.Rand, from []string) string { return from[rng.IntN(len(from))] }

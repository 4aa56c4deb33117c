// Package amap is an example MCP server with maps and weather, all from a small
// table, so that it works without a network.
package amap

import (
	"context"
	"fmt"
	"math"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Name is what the server calls itself and its prefix in tool names.
const Name = "rest-amap-server"

// Weather is the answer of get-weather.
type Weather struct {
	Location    string `json:"location"`
	Sky         string `json:"sky"`
	Celsius     int    `json:"celsius"`
	HumidityPct int    `json:"humidityPct"`
}

// Point is the answer of geocode, in degrees.
type Point struct {
	Longitude float64 `json:"longitude"`
	Latitude  float64 `json:"latitude"`
}

// Distance is the answer of get-distance.
type Distance struct {
	Kilometres int `json:"kilometres" jsonschema:"great circle, rounded"`
}

type weatherArgs struct {
	Location string `json:"location" jsonschema:"name of a city"`
}

type geocodeArgs struct {
	Address string `json:"address" jsonschema:"name of a city"`
}

type distanceArgs struct {
	Origin      string `json:"origin" jsonschema:"name of a city"`
	Destination string `json:"destination" jsonschema:"name of a city"`
}

// New returns the server with its tools get-weather, geocode and get-distance.
func New() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: Name, Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "get-weather", Description: "Get the weather of a city."}, weather)
	mcp.AddTool(server, &mcp.Tool{Name: "geocode", Description: "Get the coordinates of a city."}, geocode)
	mcp.AddTool(server, &mcp.Tool{Name: "get-distance", Description: "Get the distance between two cities."}, distance)
	return server
}

func weather(_ context.Context, _ *mcp.CallToolRequest, args weatherArgs) (*mcp.CallToolResult, Weather, error) {
	p, err := lookup(args.Location)
	if err != nil {
		return nil, Weather{}, err
	}
	return nil, Weather{Location: p.name, Sky: p.sky, Celsius: p.celsius, HumidityPct: p.humidityPct}, nil
}

func geocode(_ context.Context, _ *mcp.CallToolRequest, args geocodeArgs) (*mcp.CallToolResult, Point, error) {
	p, err := lookup(args.Address)
	if err != nil {
		return nil, Point{}, err
	}
	return nil, Point{Longitude: p.longitude, Latitude: p.latitude}, nil
}

func distance(_ context.Context, _ *mcp.CallToolRequest, args distanceArgs) (*mcp.CallToolResult, Distance, error) {
	from, err := lookup(args.Origin)
	if err != nil {
		return nil, Distance{}, err
	}
	to, err := lookup(args.Destination)
	if err != nil {
		return nil, Distance{}, err
	}
	return nil, Distance{Kilometres: int(math.Round(greatCircle(from, to)))}, nil
}

// lookup's error reaches the model as the tool's text, so it says what would work.
func lookup(name string) (place, error) {
	p, ok := find(name)
	if !ok {
		return place{}, fmt.Errorf("no place %q in the offline atlas, which has %s", name, placeNames())
	}
	return p, nil
}

// greatCircle is the haversine distance in kilometres.
func greatCircle(a, b place) float64 {
	const earthRadius = 6371
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	sinLat := math.Sin(rad(b.latitude-a.latitude) / 2)
	sinLon := math.Sin(rad(b.longitude-a.longitude) / 2)
	h := sinLat*sinLat + math.Cos(rad(a.latitude))*math.Cos(rad(b.latitude))*sinLon*sinLon
	return 2 * earthRadius * math.Asin(math.Sqrt(h))
}

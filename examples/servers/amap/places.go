package amap

import "strings"

// place is one entry of the offline atlas: rounded coordinates, and a sample
// day of weather in place of a live one.
type place struct {
	name        string
	longitude   float64
	latitude    float64
	sky         string
	celsius     int
	humidityPct int
}

var atlas = []place{
	{"Beijing", 116.41, 39.90, "clear", 14, 32},
	{"Hangzhou", 120.16, 30.25, "light rain", 17, 81},
	{"London", -0.13, 51.51, "overcast", 11, 77},
	{"Nairobi", 36.82, -1.29, "partly cloudy", 22, 58},
	{"New York", -74.01, 40.71, "sunny", 21, 48},
	{"Sao Paulo", -46.63, -23.55, "thunderstorm", 25, 84},
	{"Shanghai", 121.47, 31.23, "cloudy", 18, 70},
	{"Sydney", 151.21, -33.87, "sunny", 24, 55},
}

// find looks a place up by its name, in any letter case.
func find(name string) (place, bool) {
	for _, p := range atlas {
		if strings.EqualFold(p.name, strings.TrimSpace(name)) {
			return p, true
		}
	}
	return place{}, false
}

func placeNames() string {
	names := make([]string, len(atlas))
	for i, p := range atlas {
		names[i] = p.name
	}
	return strings.Join(names, ", ")
}

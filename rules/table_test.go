package rules

import (
	"slices"
	"strings"
	"testing"
)

// request is one about which everything is known.
func request(host, route, cluster string) Request {
	return Request{Host: Fact{host, true}, Route: Fact{route, true}, Cluster: Fact{cluster, true}}
}

func TestTheFirstRuleThatFitsIsFound(t *testing.T) {
	table := New([]Match{
		0: {Domains: []string{"a.example", "b.example"}},
		1: {Domains: []string{"*.example"}},
		2: {Domains: []string{"c.example"}}, // never: the one before takes it
		3: {Domains: []string{"shop.*", "*end", "begin*"}},
		4: {Routes: []string{"r", "r2"}},
		5: {RoutePrefixes: []string{"mcp-", "r"}},
		6: {Services: []string{"s.dns", "p.dns:80"}},
		7: {Routes: []string{"q"}, Services: []string{"q.dns"}},
		8: {Domains: []string{"[::1]", "late.shop"}},
		9: {Domains: []string{"b.example", "late.shop"}},
	})
	for _, tt := range []struct {
		name, host, route, cluster string
		want                       int
	}{
		{"a domain", "b.example", "", "", 0},
		{"an earlier rule before a more exact one", "c.example", "", "", 1},
		{"a suffix does not take the bare domain", "example", "", "", None},
		{"a suffix over more labels", "x.y.example", "", "", 1},
		{"a prefix", "shop.test", "", "", 3},
		{"a wildcard stands for nothing, too", "end", "", "", 3},
		{"a wildcard within a label", "weekend", "", "", 3},
		{"a prefix within a label", "beginning", "", "", 3},
		{"an address", "[::1]", "", "", 8},
		{"a domain of two rules", "late.shop", "", "", 8},
		{"a route", "x", "r2", "", 4},
		{"routes are compared byte for byte", "x", "R2", "", None},
		{"the beginning of a route", "x", "mcp-weather", "", 5},
		{"a route that is a beginning", "x", "rest", "", 5},
		{"a service on any port", "x", "", "outbound|81||s.dns", 6},
		{"a service on its port", "x", "", "outbound|80|v1|p.dns", 6},
		{"a service on another port", "x", "", "outbound|81||p.dns", None},
		{"services are compared byte for byte", "x", "", "outbound|80||S.dns", None},
		{"a cluster that is no service's", "x", "", "s.dns", None},
		{"a route and its service", "x", "q", "outbound|80||q.dns", 7},
		{"the route without the service", "x", "q", "outbound|80||other", None},
		{"the service without the route", "x", "", "outbound|80||q.dns", None},
		{"of two kinds the rule that comes first", "late.shop", "r", "", 4},
		{"nothing", "x", "", "", None},
	} {
		if got, ok := table.Find(request(tt.host, tt.route, tt.cluster)); got != tt.want || !ok {
			t.Errorf("%s: Find(%q, %q, %q) = %d, %t, want %d", tt.name, tt.host, tt.route, tt.cluster, got, ok, tt.want)
		}
	}
}

func TestWhatCannotBeToldIsNoMiss(t *testing.T) {
	unknown := Request{Host: Fact{}, Route: Fact{}, Cluster: Fact{}}
	known := request("x", "", "")
	noHost, noRoute, noCluster := known, known, known
	noHost.Host, noRoute.Route, noCluster.Cluster = Fact{}, Fact{}, Fact{}
	domain, every, route, service := Match{Domains: []string{"d"}}, Match{Domains: []string{"d", "*"}}, Match{Routes: []string{"r"}}, Match{Services: []string{"s"}}
	for _, tt := range []struct {
		name    string
		rules   []Match
		request Request
		want    int
		ok      bool
	}{
		{"no rules", nil, unknown, None, true},
		{"a host, and a rule by domain", []Match{route, domain}, noHost, 1, false},
		{"a host, and a rule for every host", []Match{every, domain}, noHost, 0, true},
		{"a host, and rules by route", []Match{route}, noHost, None, true},
		{"a route, and a rule by route", []Match{domain, route}, noRoute, 1, false},
		{"a route, and a rule that comes before", []Match{{Domains: []string{"x"}}, route}, noRoute, 0, true},
		{"a route, and a rule by its beginning", []Match{{RoutePrefixes: []string{"r"}}}, noRoute, 0, false},
		{"a cluster, and a rule by service", []Match{service, route}, noCluster, 0, false},
		{"a cluster, and a rule by route and service", []Match{{Routes: []string{"r"}, Services: []string{"s"}}}, noCluster, 0, false},
		{"a rule for any request", []Match{domain, {Any: true}, every}, known, 1, false},
		{"a rule for any request after one that fits", []Match{every, {Any: true}}, known, 0, true},
		{"a rule for this and maybe any request", []Match{{Domains: []string{"x"}, Any: true}}, known, 0, true},
	} {
		if got, ok := New(tt.rules).Find(tt.request); got != tt.want || ok != tt.ok {
			t.Errorf("%s: Find = %d, %t, want %d, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestATableAsksOnlyForWhatItsRulesLookAt(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rules []Match
		want  [3]bool
	}{
		{"no rules", nil, [3]bool{}},
		{"domains", []Match{{Domains: []string{"*.d"}}}, [3]bool{true, false, false}},
		{"every domain", []Match{{Domains: []string{"*"}}}, [3]bool{}},
		{"routes", []Match{{Routes: []string{"r"}}}, [3]bool{false, true, false}},
		{"beginnings of routes", []Match{{RoutePrefixes: []string{"r"}}}, [3]bool{false, true, false}},
		{"services", []Match{{Services: []string{"s"}}}, [3]bool{false, false, true}},
		{"routes and services", []Match{{Routes: []string{"r"}, Services: []string{"s"}}}, [3]bool{false, true, true}},
	} {
		table := New(tt.rules)
		if got := [3]bool{table.ByHost(), table.ByRoute(), table.ByService()}; got != tt.want {
			t.Errorf("%s: by host, route, service = %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestRulesThatEarlierOnesShadow(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rules []Match
		want  []int
	}{
		{"none", nil, []int{}},
		{"the same domain", []Match{{Domains: []string{"a", "b"}}, {Domains: []string{"b"}}, {Domains: []string{"b", "c"}}}, []int{None, 0, None}},
		{"two that take it together", []Match{{Domains: []string{"a"}}, {Domains: []string{"b"}}, {Domains: []string{"b", "a"}}}, []int{None, None, 0}},
		{"a domain under a wildcard", []Match{{Domains: []string{"*.d"}}, {Domains: []string{"a.d"}}, {Domains: []string{"d"}}}, []int{None, 0, None}},
		{"wildcards", []Match{{Domains: []string{"*.d", "x*"}}, {Domains: []string{"*.c.d"}}, {Domains: []string{"xy*"}}, {Domains: []string{"*d"}}, {Domains: []string{"y*"}}}, []int{None, 0, 0, None, None}},
		{"every host", []Match{{Domains: []string{"*"}}, {Domains: []string{"*"}}, {Domains: []string{"a*"}}, {Routes: []string{"r"}}}, []int{None, 0, 0, None}},
		{"every host last", []Match{{Domains: []string{"a"}}, {Domains: []string{"*"}}}, []int{None, None}},
		{"routes", []Match{{RoutePrefixes: []string{"mcp"}}, {Routes: []string{"mcp-a", "mcp"}}, {RoutePrefixes: []string{"mcp-"}}, {RoutePrefixes: []string{"m"}}}, []int{None, 0, 0, None}},
		{"services", []Match{{Services: []string{"s"}}, {Services: []string{"s:80"}}, {Services: []string{"t:80"}}, {Services: []string{"t"}}, {Services: []string{"t:80"}}}, []int{None, 0, None, None, 2}},
		{"a route and a service after the route", []Match{{Routes: []string{"r"}}, {Routes: []string{"r"}, Services: []string{"s"}}}, []int{None, 0}},
		{"a route after the route with a service", []Match{{Routes: []string{"r"}, Services: []string{"s"}}, {Routes: []string{"r"}}}, []int{None, None}},
		{"a route with a service twice", []Match{{Routes: []string{"r"}, Services: []string{"s"}}, {Routes: []string{"r"}, Services: []string{"s"}}}, []int{None, None}},
		{"rules for any request", []Match{{Any: true}, {Domains: []string{"a"}}, {Any: true, Domains: []string{"a"}}}, []int{None, None, None}},
	} {
		if got := Shadowed(tt.rules); !slices.Equal(got, tt.want) {
			t.Errorf("%s: Shadowed = %d, want %d", tt.name, got, tt.want)
		}
	}
}

// FuzzFindTakesTheFirstRuleInOrder holds the table against going through the
// rules one by one.
func FuzzFindTakesTheFirstRuleInOrder(f *testing.F) {
	f.Add("d:a.b,*.b r:x|p:x s:q", "a.b", "x", "q")
	f.Add("d:* d:a|d:a* r:|s:", "", "", "")
	f.Fuzz(func(t *testing.T, document, host, route, service string) {
		var rules []Match
		for text := range strings.SplitSeq(document, "|") {
			var m Match
			for part := range strings.FieldsSeq(text) {
				kind, list, _ := strings.Cut(part, ":")
				entries := slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" || strings.Count(s, "*") > 1 })
				switch kind {
				case "d":
					m.Domains = append(m.Domains, entries...)
				case "r":
					m.Routes = append(m.Routes, entries...)
				case "p":
					m.RoutePrefixes = append(m.RoutePrefixes, entries...)
				case "s":
					m.Services = append(m.Services, entries...)
				}
			}
			rules = append(rules, m)
		}
		want := slices.IndexFunc(rules, func(m Match) bool { return fits(m, host, route, service) })
		if strings.Contains(service, "|") {
			return
		}
		if got, ok := New(rules).Find(request(host, route, "outbound|80||"+service)); got != want || !ok {
			t.Errorf("Find(%q, %q, %q) in %+v = %d, %t, want %d", host, route, service, rules, got, ok, want)
		}
		if want >= 0 && Shadowed(rules)[want] != None {
			t.Errorf("Shadowed(%+v)[%d] = %d, but %q, %q, %q meets it", rules, want, Shadowed(rules)[want], host, route, service)
		}
	})
}

func fits(m Match, host, route, service string) bool {
	byRoute := route != "" && slices.Contains(m.Routes, route)
	byService := service != "" && (slices.Contains(m.Services, service) || slices.Contains(m.Services, service+":80")) || service == "" && slices.Contains(m.Services, ":80")
	if len(m.Routes) > 0 && len(m.Services) > 0 && len(m.Domains)+len(m.RoutePrefixes) == 0 {
		return byRoute && byService
	}
	return byRoute || byService ||
		slices.ContainsFunc(m.RoutePrefixes, func(p string) bool { return strings.HasPrefix(route, p) }) ||
		slices.ContainsFunc(m.Domains, func(d string) bool {
			before, after, wild := strings.Cut(d, "*")
			switch {
			case !wild:
				return host != "" && d == host
			case before == "":
				return strings.HasSuffix(host, after)
			case after == "":
				return strings.HasPrefix(host, before)
			}
			return d == host
		})
}

package azd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

const (
	// idPrefix is what provider extensions' ids begin with; without it the id
	// is the provider's name.
	idPrefix = "mcp."
	// maxExtensions bounds the rows that are read of one list.
	maxExtensions = 1024
	// maxBrackets bounds how many opening brackets in front of the list are
	// tried.
	maxBrackets = 32
)

// UnknownVersion stands for the version of an extension that is installed where
// azd does not say which.
const UnknownVersion = "installed"

// rootIDs are extensions that are root servers like this one. Offering them
// as providers would make the tool call itself.
var rootIDs = []string{"mcp.azure", "mcp.azure.csharp"}

// Extension is one provider extension as azd lists it.
type Extension struct {
	// ID is azd's id, e.g. "mcp.storage".
	ID string
	// Namespace is the command path below azd, parts joined by dots.
	Namespace string
	// Source is the extension source it is listed from, "" when azd names none.
	Source string
	// Description is "" where azd's list has none; azd ext show does.
	Description string
	// Installed is the installed version, "" when it is not installed, and
	// [UnknownVersion] where azd says so without a version.
	Installed string
	// Latest is the newest version azd knows of.
	Latest string
	// Upgradable says that Latest is newer than Installed.
	Upgradable bool
}

// Name is the provider's name: the id without the mcp. prefix.
func (e Extension) Name() string { return strings.TrimPrefix(e.ID, idPrefix) }

// row is a list row in every shape azd has had: installed (until August 2025),
// then installedVersion, then updateAvailable beside it; latestVersion is what
// the first root server expected, with version as the installed one.
type row struct {
	ID               string `json:"id"`
	Namespace        string `json:"namespace"`
	Source           string `json:"source"`
	Description      string `json:"description"`
	Version          string `json:"version"`
	LatestVersion    string `json:"latestVersion"`
	Installed        bool   `json:"installed"`
	InstalledVersion string `json:"installedVersion"`
	UpdateAvailable  *bool  `json:"updateAvailable"`
}

func (r row) extension() Extension {
	e := Extension{
		ID: r.ID, Namespace: cmp.Or(r.Namespace, r.ID), Source: r.Source, Description: r.Description,
		Installed: r.InstalledVersion, Latest: cmp.Or(r.LatestVersion, r.Version),
	}
	if r.Installed && e.Installed == "" {
		e.Installed = UnknownVersion
		if r.LatestVersion != "" && r.Version != "" {
			e.Installed = r.Version
		}
	}
	e.Upgradable = e.Installed != "" && newer(e.Latest, e.Installed)
	if r.UpdateAvailable != nil {
		e.Upgradable = e.Installed != "" && *r.UpdateAvailable
	}
	return e
}

func newer(latest, installed string) bool {
	l, ok := findVersion(latest)
	i, ok2 := findVersion(installed)
	return ok && ok2 && i.compare(l) < 0
}

var errNoList = errors.New("no JSON list in azd's output")

// parseExtensions reads what azd ext list printed: the first JSON array with a row
// in it, text around it ignored. Nothing at all is azd's way of saying "none", and
// so is an empty array without another one behind it. Rows
// without an id, and rows beyond maxExtensions, are left out.
func parseExtensions(out []byte) ([]Extension, error) {
	if len(bytes.TrimSpace(out)) == 0 {
		return nil, nil
	}
	rest, empty := out, false
	for range maxBrackets {
		at := bytes.IndexByte(rest, '[')
		if at < 0 {
			break
		}
		rest = rest[at:]
		var rows []row
		if err := json.NewDecoder(bytes.NewReader(rest)).Decode(&rows); err == nil {
			if list := fromRows(rows); len(list) > 0 {
				return list, nil
			}
			empty = true
		}
		rest = rest[1:] // "[1/3] fetching" and the like
	}
	if empty {
		return nil, nil
	}
	return nil, errNoList
}

func fromRows(rows []row) []Extension {
	var list []Extension
	for _, r := range rows[:min(len(rows), maxExtensions)] {
		if r.ID != "" {
			list = append(list, r.extension())
		}
	}
	return list
}

// mergeExtensions makes the provider list of what is tagged and of what is
// installed: root servers left out, installed ones without tags added when
// their id has the prefix, and of rows with one id the installed one kept, else
// the first. Order is that of the lists.
func mergeExtensions(tagged, installed []Extension) []Extension {
	var list []Extension
	at := map[string]int{}
	add := func(e Extension) {
		if slices.Contains(rootIDs, strings.ToLower(e.ID)) {
			return
		}
		i, seen := at[e.ID]
		switch {
		case !seen:
			at[e.ID] = len(list)
			list = append(list, e)
		case list[i].Installed == "" && e.Installed != "":
			e.Description = cmp.Or(e.Description, list[i].Description)
			list[i] = e
		}
	}
	for _, e := range tagged {
		add(e)
	}
	for _, e := range installed {
		if strings.HasPrefix(e.ID, idPrefix) {
			add(e)
		}
	}
	return list
}

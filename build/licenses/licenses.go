// Package licenses collects the licence texts of what a program is linked from,
// which have to go where its binary goes.
package licenses

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Program is what go builds: a package for an operating system and processor, as
// GOOS and GOARCH name them.
type Program struct{ Package, OS, Arch string }

// module is a piece of other people's work, and where it lies.
type module struct {
	name, version string
	// dirs are the folders whose licence files apply to what is used of it: its
	// root, and those of its packages and between.
	dirs []string
}

// licenceFile is the name of a file that has to be passed on.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([.-].*)?$`)

// Texts returns the licence files of every module that the program's packages
// are in, and of Go itself, each under its module's name and version. It is an
// error if one has none.
func Texts(p Program) ([]byte, error) {
	modules, err := linked(p)
	if err != nil {
		return nil, err
	}
	var all bytes.Buffer
	for _, m := range modules {
		texts, err := m.texts()
		if err != nil {
			return nil, err
		}
		all.Write(texts)
	}
	return all.Bytes(), nil
}

// texts are the module's licence files, each under a heading.
func (m *module) texts() ([]byte, error) {
	var out bytes.Buffer
	for _, dir := range m.dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
				continue
			}
			file := filepath.Join(dir, entry.Name())
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			name, err := filepath.Rel(m.dirs[0], file)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "%s\n%s %s: %s\n%[1]s\n\n%[5]s\n\n", line, m.name, m.version, filepath.ToSlash(name), bytes.TrimSpace(text))
		}
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("%s %s has no licence file in %s", m.name, m.version, strings.Join(m.dirs, ", "))
	}
	return out.Bytes(), nil
}

var line = strings.Repeat("=", 80)

// listed is what go list says of a package.
type listed struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linked are the modules that the program needs, Go's own first, then by name.
func linked(p Program) ([]*module, error) {
	goItself, err := toolchain()
	if err != nil {
		return nil, err
	}
	packages, err := list(p)
	if err != nil {
		return nil, err
	}
	byName := map[string]*module{}
	for _, pkg := range packages {
		if pkg.Standard || pkg.Module == nil || pkg.Module.Main {
			continue
		}
		m := byName[pkg.Module.Path]
		if m == nil {
			if pkg.Module.Dir == "" {
				return nil, fmt.Errorf("go does not say where %s lies, as with -mod=vendor", pkg.Module.Path)
			}
			m = &module{name: pkg.Module.Path, version: pkg.Module.Version, dirs: []string{pkg.Module.Dir}}
			byName[m.name] = m
		}
		m.addFolders(pkg.Dir)
	}
	modules := make([]*module, 0, len(byName))
	for _, m := range byName {
		slices.Sort(m.dirs)
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b *module) int { return strings.Compare(a.name, b.name) })
	return append([]*module{goItself}, modules...), nil
}

// addFolders adds a package's folder and those above it, up to the module's.
func (m *module) addFolders(dir string) {
	for ; strings.HasPrefix(dir, m.dirs[0]) && !slices.Contains(m.dirs, dir); dir = filepath.Dir(dir) {
		m.dirs = append(m.dirs, dir)
	}
}

// list asks go for the packages that the program is made of.
func list(p Program) ([]listed, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Standard,Module", p.Package)
	cmd.Env = append(os.Environ(), "GOOS="+p.OS, "GOARCH="+p.Arch, "CGO_ENABLED=0")
	out, err := output(cmd)
	if err != nil {
		return nil, err
	}
	var packages []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg listed
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, pkg)
	}
}

// toolchain is Go's standard library and runtime, which every program has.
func toolchain() (*module, error) {
	out, err := output(exec.Command("go", "env", "GOROOT", "GOVERSION"))
	if err != nil {
		return nil, err
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return &module{name: "Go", version: version, dirs: []string{root}}, nil
}

func output(cmd *exec.Cmd) ([]byte, error) {
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, said.Bytes())
	}
	return out, nil
}

package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"mcp-router/build/licenses"
)

// platform is what Go compiles for.
type platform struct{ os, arch string }

// String is the platform as azd's registry names it.
func (p platform) String() string { return p.os + "/" + p.arch }

// platforms are those that azd itself is released for.
var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// pack compiles the program for a platform and puts it into an archive below
// out, with the licences of what is in it: zip, and tar.gz for Linux, as azd's own
// extensions are packed.
func pack(m manifest, p platform, out string) (artifact, error) {
	name := m.EntryPoint
	if p.os == "windows" {
		name += ".exe"
	}
	binary, err := compile(p, name)
	if err != nil {
		return artifact{}, err
	}
	licence, err := os.ReadFile("LICENSE")
	if err != nil {
		return artifact{}, err
	}
	thirdParty, err := licenses.Texts(licenses.Program{Package: program, OS: p.os, Arch: p.arch})
	if err != nil {
		return artifact{}, err
	}
	write, suffix := writeZip, ".zip"
	if p.os == "linux" {
		write, suffix = writeTarGz, ".tar.gz"
	}
	archive := filepath.Join(out, fmt.Sprintf("%s-%s-%s%s", m.EntryPoint, p.os, p.arch, suffix))
	sum, err := archived(archive, []file{{name, 0o755, binary}, {"LICENSE", 0o644, licence}, {"THIRD-PARTY.txt", 0o644, thirdParty}}, write)
	return artifact{URL: archive, EntryPoint: name, Checksum: checksum{"sha256", sum}}, err
}

// program is the package of the extension's program.
const program = "./cmd/azd-azure-mcp"

func compile(p platform, name string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "extension-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, name)
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", binary, program)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch)
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	return os.ReadFile(binary)
}

// file is a member of an archive.
type file struct {
	name    string
	mode    fs.FileMode
	content []byte
}

// archived writes an archive of the files and returns its SHA-256 in hex.
func archived(archive string, files []file, write func(io.Writer, []file) error) (string, error) {
	f, err := os.Create(archive)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if err := write(io.MultiWriter(f, hash), files); err != nil {
		f.Close()
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), f.Close()
}

// The archives carry no times and no owners: they depend on the files alone.

func writeZip(w io.Writer, files []file) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		header.SetMode(f.mode)
		entry, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.content); err != nil {
			return err
		}
	}
	return z.Close()
}

func writeTarGz(w io.Writer, files []file) error {
	g := gzip.NewWriter(w)
	t := tar.NewWriter(g)
	for _, f := range files {
		if err := t.WriteHeader(&tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content))}); err != nil {
			return err
		}
		if _, err := t.Write(f.content); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return g.Close()
}

package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
// out: zip, and tar.gz for Linux, as azd's own extensions are packed.
func pack(m manifest, p platform, out string) (artifact, error) {
	name := m.EntryPoint
	if p.os == "windows" {
		name += ".exe"
	}
	dir, err := os.MkdirTemp("", "extension-")
	if err != nil {
		return artifact{}, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, name)
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", binary, "./cmd/azd-azure-mcp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch)
	if said, err := build.CombinedOutput(); err != nil {
		return artifact{}, fmt.Errorf("go build: %w\n%s", err, said)
	}
	write, suffix := writeZip, ".zip"
	if p.os == "linux" {
		write, suffix = writeTarGz, ".tar.gz"
	}
	archive := filepath.Join(out, fmt.Sprintf("%s-%s-%s%s", m.EntryPoint, p.os, p.arch, suffix))
	sum, err := archived(archive, binary, write)
	return artifact{URL: archive, EntryPoint: name, Checksum: checksum{"sha256", sum}}, err
}

// archived writes an archive that holds the binary alone and returns its
// SHA-256 in hex.
func archived(archive, binary string, write func(io.Writer, *os.File) error) (string, error) {
	in, err := os.Open(binary)
	if err != nil {
		return "", err
	}
	defer in.Close()
	f, err := os.Create(archive)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if err := write(io.MultiWriter(f, hash), in); err != nil {
		f.Close()
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), f.Close()
}

// The archives carry no times and no owners: they depend on the binary alone.

func writeZip(w io.Writer, binary *os.File) error {
	z := zip.NewWriter(w)
	header := &zip.FileHeader{Name: filepath.Base(binary.Name()), Method: zip.Deflate}
	header.SetMode(0o755)
	entry, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	if _, err := io.Copy(entry, binary); err != nil {
		return err
	}
	return z.Close()
}

func writeTarGz(w io.Writer, binary *os.File) error {
	info, err := binary.Stat()
	if err != nil {
		return err
	}
	g := gzip.NewWriter(w)
	t := tar.NewWriter(g)
	if err := t.WriteHeader(&tar.Header{Name: filepath.Base(binary.Name()), Mode: 0o755, Size: info.Size()}); err != nil {
		return err
	}
	if _, err := io.Copy(t, binary); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	return g.Close()
}

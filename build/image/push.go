package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// push uploads the index and returns the tag it got. The target may be written
// as in a WasmPlugin's url, with oci:// before it; without a tag it gets the
// version.
func push(ctx context.Context, index v1.ImageIndex, target, version string) (name.Tag, error) {
	ref, err := name.NewTag(strings.TrimPrefix(target, "oci://"), name.WithDefaultTag(version))
	if err != nil {
		return ref, fmt.Errorf("%s is not HOST/NAME[:TAG]: %w", target, err)
	}
	if err := remote.WriteIndex(ref, index, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain)); err != nil {
		return ref, fmt.Errorf("push %s: %w", ref.Name(), err)
	}
	return ref, nil
}

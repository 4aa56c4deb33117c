package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds of a provider's tool list.
const (
	maxPages = 1000     // how often a cursor is followed
	maxList  = 16 << 20 // bytes of all pages
)

// list returns the provider's tools as one JSON array, all pages joined. cut
// says that there was more than the bounds allow.
func (s *session) list(ctx context.Context) (tools json.RawMessage, cut bool, err error) {
	var pages []json.RawMessage
	params := &mcp.ListToolsParams{}
	size := 0
	for range maxPages {
		page, err := s.page(ctx, params)
		if err != nil {
			return nil, false, err
		}
		if size += len(page.Tools); size > maxList {
			return joinArrays(pages), true, nil
		}
		pages = append(pages, page.Tools)
		if page.NextCursor == nil || *page.NextCursor == params.Cursor {
			return joinArrays(pages), false, nil
		}
		params.Cursor = *page.NextCursor
	}
	return joinArrays(pages), true, nil
}

// toolPage is the part of a tools/list result that is read.
type toolPage struct {
	Tools      json.RawMessage `json:"tools"`
	NextCursor *string         `json:"nextCursor"`
}

func (s *session) page(ctx context.Context, params *mcp.ListToolsParams) (toolPage, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx, kept := withCapture(ctx)
	result, err := s.client.ListTools(ctx, params)
	raw := kept.result()
	if raw == nil {
		if err != nil {
			return toolPage{}, err
		}
		if raw, err = json.Marshal(result); err != nil {
			return toolPage{}, err
		}
	}
	var page toolPage
	if err := json.Unmarshal(raw, &page); err != nil {
		return toolPage{}, fmt.Errorf("read tools/list: %w", err)
	}
	return page, nil
}

// joinArrays makes one JSON array of several, their elements byte for byte.
// What is no array counts as empty.
func joinArrays(pages []json.RawMessage) json.RawMessage {
	joined := []byte{'['}
	for _, p := range pages {
		p = bytes.TrimSpace(p)
		if len(p) < 2 || p[0] != '[' {
			continue
		}
		elements := bytes.TrimSpace(p[1 : len(p)-1])
		if len(elements) == 0 {
			continue
		}
		if len(joined) > 1 {
			joined = append(joined, ',')
		}
		joined = append(joined, elements...)
	}
	return append(joined, ']')
}

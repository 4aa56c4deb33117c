package exchange

import (
	"reflect"
	"testing"
)

func TestRetryHeadersAreRemovedByNameWhateverTheyHold(t *testing.T) {
	var all Request
	var want []HeaderEdit
	for _, name := range retryHeaders {
		all.AddHeader(name, "x")
		all.AddHeader(name, "")
		want = append(want, Remove(name))
	}
	if got := all.Retries.Remove(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("Remove = %v, want %v", got, want)
	}
	var none Request
	for _, name := range []string{"x-envoy-", "x-envoy-retry-on2", "x-envoy-upstream-rq-timeout-ms", "retry-on", "x-envoy-internal"} {
		none.AddHeader(name, "5xx")
	}
	if none.Retries != 0 {
		t.Errorf("Retries = %b of headers that cause none", none.Retries)
	}
}

func TestRemovingRetriesLeavesSharedEditsAlone(t *testing.T) {
	shared := make([]HeaderEdit, 1, 8)
	shared[0] = Set(":path", "/a")
	var r Request
	r.AddHeader("x-envoy-max-retries", "9")
	got := r.Retries.Remove(shared)
	if want := []HeaderEdit{Set(":path", "/a"), Remove("x-envoy-max-retries")}; !reflect.DeepEqual(got, want) {
		t.Errorf("Remove = %v, want %v", got, want)
	}
	if beyond := shared[:2][1]; beyond != (HeaderEdit{}) {
		t.Errorf("the shared edits' memory now holds %v", beyond)
	}
}

package filter

import (
	"os"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/module"
)

// hostFunctions are what stock Envoy 1.39 and Higress both offer, beyond which
// the module must import nothing: one missing import and it does not load.
// Sources: proxy-wasm-cpp-host's exports for ABI 0.2.1 and its WASI set.
var hostFunctions = strings.Fields(`
	env.proxy_log env.proxy_get_property env.proxy_set_property env.proxy_send_local_response
	env.proxy_get_shared_data env.proxy_set_shared_data
	env.proxy_get_header_map_value env.proxy_add_header_map_value env.proxy_replace_header_map_value
	env.proxy_remove_header_map_value env.proxy_get_header_map_pairs env.proxy_set_header_map_pairs
	env.proxy_get_buffer_bytes env.proxy_get_buffer_status env.proxy_set_buffer_bytes
	env.proxy_http_call env.proxy_set_tick_period_milliseconds env.proxy_define_metric env.proxy_increment_metric
	env.proxy_record_metric env.proxy_get_metric env.proxy_set_effective_context env.proxy_done
	env.proxy_call_foreign_function env.proxy_continue_stream env.proxy_close_stream
	wasi_snapshot_preview1.args_get wasi_snapshot_preview1.args_sizes_get wasi_snapshot_preview1.clock_time_get
	wasi_snapshot_preview1.environ_get wasi_snapshot_preview1.environ_sizes_get wasi_snapshot_preview1.fd_close
	wasi_snapshot_preview1.fd_fdstat_get wasi_snapshot_preview1.fd_fdstat_set_flags wasi_snapshot_preview1.fd_prestat_dir_name
	wasi_snapshot_preview1.fd_prestat_get wasi_snapshot_preview1.fd_read wasi_snapshot_preview1.fd_write
	wasi_snapshot_preview1.path_filestat_get wasi_snapshot_preview1.path_open wasi_snapshot_preview1.poll_oneoff
	wasi_snapshot_preview1.proc_exit wasi_snapshot_preview1.random_get wasi_snapshot_preview1.sched_yield`)

func TestTheModuleImportsOnlyWhatBothHostsOffer(t *testing.T) {
	imports, err := module.Imports(readModule(t))
	if err != nil || len(imports) == 0 {
		t.Fatalf("%d imports found, %v", len(imports), err)
	}
	for _, f := range imports {
		if !slices.Contains(hostFunctions, f.Name) {
			t.Errorf("the module imports %s", f.Name)
		}
	}
}

// Each host takes the first marker it knows. Higress knows both and must meet
// its own first, or it would never show us a body whose headers we hold.
func TestHigressMeetsItsOwnABIMarkerFirst(t *testing.T) {
	exports, err := module.Exports(readModule(t))
	if err != nil {
		t.Fatal(err)
	}
	higress := slices.Index(exports, "proxy_abi_version_0_2_100")
	stock := slices.Index(exports, "proxy_abi_version_0_2_1")
	if higress < 0 || stock < 0 || higress > stock {
		t.Errorf("markers at %d (Higress) and %d (stock Envoy), want both, Higress first, in %v", higress, stock, exports)
	}
}

// Both modes are in one module. Its size in bytes is what a worker compiles at the
// start: Higress's wrapper is 2.0 million of it, the gateway 0.6. As Go links it
// (make OPTIMIZE=) it has a tenth more.
func TestTheModuleStaysSmall(t *testing.T) {
	most := 7_200_000
	if os.Getenv("OPTIMIZED") == "" {
		most += most / 10
	}
	if n := len(readModule(t)); n > most {
		t.Errorf("the module has %d bytes, want at most %d", n, most)
	}
}

func readModule(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile(os.Getenv("WASM_FILE_PATH"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

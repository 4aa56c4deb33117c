package touched

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// Request is what the module is shown.
type Request struct {
	// Config is the plugin's configuration.
	Config  string
	Headers [][2]string
	Body    string
	// Reply are the headers of the server's reply, whose body comes in one piece;
	// nil for a host that does not show replies.
	Reply [][2]string
}

// Statuses and buffers of the ABI (proxy-wasm 0.2.1).
const (
	statusOK       = 0
	statusNotFound = 1
	requestBody    = 0
	requestHeaders = 0
)

// replyBody is the size of a reply's body.
const replyBody = 100

// hostModule is where the module imports host calls from.
const hostModule = "env"

// warmUps are the requests before the one that is counted: free lists and stacks
// have their sizes then, as after the first moments in a host.
const warmUps = 49

// host is one instance of the module and as much of a host as it needs.
type host struct {
	Request
	module   api.Module
	listener *listener
	// written counts the host calls that change a request.
	written map[string]int
}

// CountRequest runs requests through the module and reports about the last.
func CountRequest(ctx context.Context, wasm []byte, r Request) (Report, error) {
	h := &host{Request: r, listener: newListener(), written: map[string]int{}}
	ctx = experimental.WithFunctionListenerFactory(ctx, h.listener)
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	if err := h.start(ctx, runtime, wasm); err != nil {
		return Report{}, err
	}
	for i := range warmUps + 1 {
		h.listener.on = i == warmUps
		if err := h.request(ctx, uint64(10+i)); err != nil {
			return Report{}, err
		}
	}
	if h.written["proxy_set_buffer_bytes"] != warmUps+1 {
		return Report{}, fmt.Errorf("%d of %d requests were routed", h.written["proxy_set_buffer_bytes"], warmUps+1)
	}
	return h.listener.report(codeSizes(wasm)), nil
}

// start makes the instance and configures the plugin.
func (h *host) start(ctx context.Context, runtime wazero.Runtime, wasm []byte) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return err
	}
	compiled, err := runtime.CompileModule(ctx, wasm)
	if err != nil {
		return err
	}
	builder := runtime.NewHostModuleBuilder(hostModule)
	for _, f := range compiled.ImportedFunctions() {
		if module, name, _ := f.Import(); module == hostModule {
			builder.NewFunctionBuilder().WithGoModuleFunction(h.function(name), f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
	if _, err := builder.Instantiate(ctx); err != nil {
		return err
	}
	h.module, err = runtime.InstantiateModule(ctx, compiled,
		wazero.NewModuleConfig().WithStartFunctions("_initialize").WithSysWalltime().WithSysNanotime())
	if err != nil {
		return err
	}
	if _, err := h.call(ctx, "proxy_on_context_create", 1, 0); err != nil {
		return err
	}
	if _, err := h.call(ctx, "proxy_on_vm_start", 1, 0); err != nil {
		return err
	}
	if started, err := h.call(ctx, "proxy_on_configure", 1, uint64(len(h.Config))); err != nil || started == 0 {
		return fmt.Errorf("the plugin did not start: %w", err)
	}
	return nil
}

// request plays one request whose body comes in one piece.
func (h *host) request(ctx context.Context, id uint64) error {
	for phase, callback := range [len(phases)]struct {
		name string
		args []uint64
	}{
		{"proxy_on_context_create", []uint64{id, 1}},
		{"proxy_on_request_headers", []uint64{id, uint64(len(h.Headers)), 0}},
		{"proxy_on_request_body", []uint64{id, uint64(len(h.Body)), 1}},
		{"proxy_on_response_headers", []uint64{id, uint64(len(h.Reply)), 0}},
		{"proxy_on_response_body", []uint64{id, replyBody, 1}},
		{"proxy_on_log", []uint64{id}},
		{"proxy_on_delete", []uint64{id}},
	} {
		if h.Reply == nil && (strings.HasPrefix(callback.name, "proxy_on_response") || callback.name == "proxy_on_log") {
			continue
		}
		h.listener.phase = phase
		if _, err := h.call(ctx, callback.name, callback.args...); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	results, err := h.module.ExportedFunction(name).Call(ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

// function is a host call: it hands out headers, bodies and the configuration,
// and accepts the rest.
func (h *host) function(name string) api.GoModuleFunc {
	return func(ctx context.Context, _ api.Module, stack []uint64) {
		status := uint64(statusOK)
		switch name {
		case "proxy_get_header_map_pairs":
			headers := h.Headers
			if stack[0] != requestHeaders {
				headers = h.Reply
			}
			h.give(ctx, serialise(headers), stack[1], stack[2])
		case "proxy_get_buffer_bytes":
			data := h.Config
			if stack[0] == requestBody {
				data = h.Body
			}
			h.give(ctx, []byte(data), stack[3], stack[4])
		case "proxy_get_header_map_value", "proxy_get_property", "proxy_get_shared_data", "proxy_call_foreign_function":
			status = statusNotFound
		case "proxy_define_metric":
			h.module.Memory().WriteUint32Le(uint32(stack[3]), 1)
		default:
			h.written[name]++
		}
		if len(stack) > 0 {
			stack[0] = status
		}
	}
}

// give puts data into memory that the module allocates, as hosts do.
func (h *host) give(ctx context.Context, data []byte, pointer, size uint64) {
	at, err := h.call(ctx, "proxy_on_memory_allocate", uint64(len(data)))
	if err != nil {
		panic(err)
	}
	memory := h.module.Memory()
	memory.Write(uint32(at), data)
	memory.WriteUint32Le(uint32(pointer), uint32(at))
	memory.WriteUint32Le(uint32(size), uint32(len(data)))
}

// serialise writes a header map as the ABI wants it: the number of headers, the
// sizes of each name and value, then these with a NUL behind each.
func serialise(headers [][2]string) []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(headers)))
	for _, h := range headers {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(h[0])))
		out = binary.LittleEndian.AppendUint32(out, uint32(len(h[1])))
	}
	for _, h := range headers {
		out = append(append(append(append(out, h[0]...), 0), h[1]...), 0)
	}
	return out
}

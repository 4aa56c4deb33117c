package deploy

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mcp-router/test/envoy"
)

// envoyFiles are the repository's configurations for stock Envoy: every YAML file
// with listeners of its own, but for those that only measure.
func envoyFiles(t *testing.T) []string {
	t.Helper()
	root := mustRoot(t)
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || slices.Contains([]string{"node_modules", "dist", "bench"}, name)) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".yaml") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), "\nstatic_resources:") {
			files = append(files, filepath.ToSlash(path[len(root)+1:]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(files, "envoy.yaml") || !slices.Contains(files, "deploy/examples/azure-envoy.yaml") {
		t.Fatalf("only %q found", files)
	}
	return files
}

func TestEveryEnvoyFileIsSafeToCopy(t *testing.T) {
	for _, file := range envoyFiles(t) {
		t.Run(file, func(t *testing.T) {
			config, err := envoy.Load(filepath.Join(mustRoot(t), file))
			if err != nil {
				t.Fatal(err)
			}
			get := func(path string) any {
				t.Helper()
				value, err := config.Get(path)
				if err != nil {
					t.Fatal(err)
				}
				return value
			}
			mustEqual(t, "listener", get(envoy.Listener+"/address/socket_address/address"), any("127.0.0.1"))
			mustEqual(t, "admin", get("admin/address/socket_address/address"), any("127.0.0.1"))
			requireBuffers(t, get(envoy.Listener+"/per_connection_buffer_limit_bytes").(int), get(envoy.HTTP+"/route_config/virtual_hosts").([]any))
			for _, cluster := range get(envoy.Clusters).([]any) {
				if cluster := cluster.(map[string]any); cluster["load_assignment"] != nil { // else it has no servers
					requireIdleTimeout(t, cluster)
				}
			}
			access := get(envoy.HTTP + "/access_log/0/typed_config/log_format/json_format").(map[string]any)
			requireHonestLog(t, access)
		})
	}
}

// requireBuffers wants room for the largest body that the plugin reads by
// default and for the read that shows it a larger one.
func requireBuffers(t *testing.T, read int, hosts []any) {
	t.Helper()
	const maxBodyBytes = 4 << 20
	for _, host := range hosts {
		host := host.(map[string]any)
		if limit, _ := host["request_body_buffer_limit"].(int); limit < maxBodyBytes+read {
			t.Errorf("virtual host %s: request_body_buffer_limit is %d, want at least %d", host["name"], limit, maxBodyBytes+read)
		}
	}
}

// requireIdleTimeout wants Envoy to close idle connections before servers of
// Node.js and uvicorn do, after 5 s.
func requireIdleTimeout(t *testing.T, cluster map[string]any) {
	t.Helper()
	options, _ := cluster["typed_extension_protocol_options"].(map[string]any)
	http, _ := options["envoy.extensions.upstreams.http.v3.HttpProtocolOptions"].(map[string]any)
	common, _ := http["common_http_protocol_options"].(map[string]any)
	text, _ := common["idle_timeout"].(string)
	if idle, err := time.ParseDuration(text); err != nil || idle <= 0 || idle >= 5*time.Second {
		t.Errorf("cluster %s: idle_timeout is %q", cluster["name"], text)
	}
}

// requireHonestLog wants nothing in the log that a client's header says, and no
// query, in which keys are kept.
func requireHonestLog(t *testing.T, format map[string]any) {
	t.Helper()
	if format["path"] != "%PATH(NQ:PATH)%" {
		t.Errorf("path is logged as %v", format["path"])
	}
	header := regexp.MustCompile(`%(REQ|REQUEST_HEADER)\((?i:[^:)])`)
	for _, name := range slices.Sorted(maps.Keys(format)) {
		if value, _ := format[name].(string); header.MatchString(value) {
			t.Errorf("%s is logged as a client's header says: %s", name, value)
		}
	}
}

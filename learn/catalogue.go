package learn

// Bounds of a catalogue. What is beyond them is left out and counted.
const (
	MaxProviders   = 1024      // providers of a catalogue
	MaxCommands    = 4096      // commands of one provider
	MaxName        = 128       // bytes of a provider's or command's name
	MaxDescription = 16 << 10  // bytes of a description that are read; the raw object keeps all
	MaxTool        = 256 << 10 // bytes of one raw tool object
)

// Command is one tool of a provider. It is read-only after [Commands] made it.
type Command struct {
	Name        string
	Description string
	Title       string   // title, else annotations.title, else ""
	Raw         []byte   // the tool object, byte for byte
	Required    []string // inputSchema.required
	ReadOnly    bool     // annotations.readOnlyHint is literally true
}

// Provider is one server of a catalogue.
type Provider struct {
	// Name is shown and accepted, e.g. "storage".
	Name string
	// Description is shown, its first sentence in the root list.
	Description string
	// Aliases are accepted too, e.g. the extension id "mcp.storage".
	Aliases []string
	// Commands are the provider's tools; nil with Loaded false.
	Commands []Command
	// Loaded says that Commands are known. A provider without tools is loaded
	// and has none.
	Loaded bool
	// Stale says that the list could not be refreshed; learn answers say so.
	Stale bool
}

// Commands reads the `tools` array of a tools/list result, or several joined.
// Entries without a usable name or inputSchema (an object of type object), over a bound, or with a
// name that was there before are left out and counted in skipped. The
// returned commands keep slices of raw.
func Commands(raw []byte) (list []Command, skipped int) { return nil, 0 }

// Catalogue is an immutable set of providers with its ranking index. It may be
// used by several goroutines at once. A change is a new catalogue.
type Catalogue struct {
	providers []Provider
	skipped   int
}

// NewCatalogue builds a catalogue, the order of providers kept. A provider
// without a usable name, or with one that was there before, is left out and counted in [Catalogue.Skipped]. It
// indexes all commands for the ranker, so it costs milliseconds per hundred
// commands: build it once per change, not per request.
func NewCatalogue(providers []Provider) *Catalogue { return &Catalogue{} }

// Skipped is how many providers and commands were left out.
func (c *Catalogue) Skipped() int { return c.skipped }

// Providers returns the providers in order. The slice must not be changed.
func (c *Catalogue) Providers() []Provider { return c.providers }

// Provider finds a provider by name or alias, in any letter case.
func (c *Catalogue) Provider(name string) (*Provider, bool) { return nil, false }

package marker

//go:wasmexport proxy_abi_version_0_2_1
func stock() {}

package learn

import "testing"

func TestInEnglish(t *testing.T) {
	tests := []struct{ name, intent, want string }{
		{"verb and noun", "列出存储账户", "list storage account"},
		{"longest phrase first", "列出存储账户中的表", "list table in storage account"},
		{"what modifies comes last", "查看 SQL 服务器的防火墙规则", "show firewall rule in SQL server"},
		{"the verb comes first", "在密钥保管库中创建机密", "create secret in key vault"},
		{"names stay", "删除虚拟机 vm-1", "delete virtual machine vm vm-1"},
		{"clauses stay apart", "停止虚拟机，删除磁盘", "power-state stop , delete disk"},
		{"words without meaning go", "请帮我列出所有的磁盘", "list disk"},
		{"unknown characters go", "列出鑫磁盘", "list disk"},
		{"other scripts stay", "list the disks", "list the disks"},
		{"nothing known", "鑫淼", ""},
	}
	for _, tt := range tests {
		got, _ := inEnglish(tt.intent)
		if words := normal(got); words != normal(tt.want) {
			t.Errorf("%s: inEnglish(%q) = %q, want %q", tt.name, tt.intent, words, tt.want)
		}
	}
}

// normal is a text with single spaces.
func normal(s string) string { return line(s, 1000) }

// A Chinese intent finds commands that are described in English, and those that
// are described in Chinese.
func TestChineseIntents(t *testing.T) {
	c := NewCatalogue([]Provider{
		{Name: "storage", Loaded: true, Commands: mustCommands(t,
			tool("storage_account_list", "Lists storage accounts.", `{"type":"object"}`, `{"readOnlyHint":true}`),
			tool("storage_table_list", "Lists the tables of a storage account.", `{"type":"object"}`, `{"readOnlyHint":true}`),
			tool("storage_account_delete", "Deletes a storage account.", `{"type":"object"}`, `{}`))},
		{Name: "maps", Loaded: true, Commands: mustCommands(t,
			tool("geocode", "把地址变成坐标", `{"type":"object"}`, `{"readOnlyHint":true}`))},
	})
	for intent, want := range map[string]string{
		"列出存储账户":         "storage_account_list",
		"查看存储账户里有哪些表":    "storage_table_list",
		"删除存储账户 mystore": "storage_account_delete",
		"把地址变成坐标":        "geocode",
	} {
		if got := c.Rank(intent, 1); len(got) != 1 || got[0].Command.Name != want {
			t.Errorf("Rank(%q) = %v, want %s", intent, got, want)
		}
	}
}

// Every phrase of the vocabulary is within what is looked for.
func TestLongestPhrase(t *testing.T) {
	if size, english := longest("应用程序配置商店的"); size != len("应用程序配置") || english != "app configuration" {
		t.Errorf("longest: %d, %q", size, english)
	}
}

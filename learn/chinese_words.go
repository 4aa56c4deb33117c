package learn

// chinese returns the English for a Chinese word or phrase of the domain: what one
// does with resources, and what Microsoft's Chinese documentation calls them. It is
// "" for a word that is not known. A phrase that would be split at the wrong place
// stands in the vocabulary as a whole.
func chinese(phrase string) string {
	for _, of := range [...]func(string) string{chineseVerb, chineseResource, chineseService} {
		if english := of(phrase); english != "" {
			return english
		}
	}
	return ""
}

// chineseVerb knows what one does, what stands between the words, and what says
// nothing.
//
//nolint:funlen // it is a list of words
func chineseVerb(phrase string) string {
	switch phrase {
	case "列", "列出", "列举", "列表", "罗列", "清单":
		return "list"
	case "显示", "展示", "查看", "看看", "看一下", "浏览":
		return "show"
	case "获取", "取得", "得到", "读取", "拿到", "检索", "了解":
		return "get"
	case "查询", "查一下", "查":
		return "query"
	case "查找", "寻找", "找出", "找到", "搜寻":
		return "find"
	case "搜索":
		return "search"
	case "检查", "检测", "核对", "确认", "校验":
		return "check"
	case "验证":
		return "validate"
	case "建", "存", "创建", "新建", "建立", "建一个", "建个", "开通", "部署一个", "申请":
		return "create"
	case "加", "添加", "增加", "加入", "新增", "追加":
		return "add"
	case "改", "更新", "修改", "更改", "变更", "编辑", "调整", "改成", "改为":
		return "update"
	case "设置", "设定":
		return "set"
	case "删", "删除", "删掉", "移除", "清除", "销毁", "去掉":
		return "delete"
	case "启动", "开始", "开启", "开机":
		return "start"
	case "停止", "终止", "关停", "关机":
		return "stop"
	case "重启", "重新启动":
		return "restart"
	case "电源", "电源状态", "关闭虚拟机的电源":
		return "power state"
	case "关闭":
		return "deallocate stop"
	case "取消":
		return "cancel"
	case "暂停":
		return "pause"
	case "恢复运行", "继续":
		return "resume"
	case "跑", "运行", "执行":
		return "run"
	case "发送", "发":
		return "send"
	case "发布":
		return "publish"
	case "上传", "上传到":
		return "upload"
	case "导入":
		return "import"
	case "导出":
		return "export"
	case "改个名字", "改个名", "改个名称", "重命名", "改名":
		return "rename"
	case "锁定", "加锁":
		return "lock"
	case "解锁":
		return "unlock"
	case "批准":
		return "approve"
	case "拒绝":
		return "reject"
	case "注册":
		return "register"
	case "注销", "取消注册":
		return "unregister"
	case "启用", "打开":
		return "enable"
	case "禁用", "停用":
		return "disable"
	case "诊断", "排查":
		return "diagnose"
	case "生成":
		return "generate"
	case "推断":
		return "infer"
	case "采样", "抽样":
		return "sample"
	case "解释", "说明":
		return "explain"
	case "应用建议":
		return "apply"
	case "追加到", "附加":
		return "append"
	case "统计", "数量", "多少":
		return "count"
	case "扩容", "扩展":
		return "expand"
	case "扩大", "缩小", "调整大小":
		return "update resize"
	case "大小", "容量":
		return "size"
	case "挂载", "附加到":
		return "attach"
	case "卸载", "分离":
		return "detach"
	case "故障转移":
		return "failover"
	case "保护", "备份保护":
		return "protect"
	case "恢复已删除", "撤销删除":
		return "undelete"
	case "测试":
		return "test"
	case "不要", "不", "别", "不用", "不必", "无需", "不能":
		return "not"
	case "的", "中的", "里的", "上的", "下的", "内的", "中", "里", "里面", "内", "上", "下", "当中", "之中", "名下", "里有哪些", "中有哪些", "下有哪些":
		return modifies
	case "重启虚拟机":
		return "power-state restart"
	case "关闭虚拟机", "停止虚拟机":
		return "power-state stop"
	case "启动虚拟机":
		return "power-state start"
	case "请", "帮我", "帮忙", "我要", "我想", "我的", "一下", "一个", "一台", "一块", "一条", "一封", "一些", "所有", "全部", "哪些", "有哪些", "什么", "某个", "这个", "那个", "现有", "当前", "当中的所有":
		return " "
	}
	return ""
}

package learn

// chineseService knows applications, messaging, monitoring, backup and other services.
//
//nolint:funlen // it is a list of words
func chineseService(phrase string) string {
	switch phrase {
	case "应用配置", "应用程序配置":
		return "app configuration"
	case "应用配置存储", "应用配置商店":
		return "app configuration store"
	case "键值", "键值对", "配置项":
		return "key-value"
	case "网页应用", "网站", "站点":
		return "web app"
	case "应用服务":
		return "app service"
	case "应用设置", "应用程序设置":
		return "app settings"
	case "应用", "应用程序":
		return "application app"
	case "函数应用", "函数应用程序":
		return "function app"
	case "函数":
		return "function"
	case "语言", "编程语言":
		return "language"
	case "部署":
		return "deployment"
	case "日志":
		return "logs"
	case "活动日志":
		return "activity log"
	case "日志分析工作区":
		return "log analytics workspace"
	case "工作区":
		return "workspace"
	case "指标":
		return "metric"
	case "指标定义":
		return "metric definition"
	case "可用性测试", "网页测试":
		return "web test availability test"
	case "警报", "告警":
		return "alert"
	case "诊断信息":
		return "diagnostic"
	case "问题":
		return "problem issue"
	case "连接":
		return "connection"
	case "事件中心":
		return "event hub"
	case "事件网格":
		return "event grid"
	case "事件网格主题":
		return "event grid topic"
	case "事件网格订阅":
		return "event grid subscription"
	case "事件":
		return "event"
	case "使用者组", "消费者组", "消费组":
		return "consumer group"
	case "命名空间":
		return "namespace"
	case "服务总线":
		return "service bus"
	case "主题":
		return "topic"
	case "消息":
		return "message"
	case "缓存":
		return "cache"
	case "高速缓存":
		return "redis cache"
	case "建议", "推荐":
		return "recommendation"
	case "顾问建议":
		return "advisor recommendation"
	case "顾问":
		return "advisor"
	case "索引":
		return "index"
	case "认知搜索服务", "搜索服务":
		return "search service"
	case "搜索索引":
		return "search index"
	case "认知搜索":
		return "cognitive search"
	case "知识库":
		return "knowledge base"
	case "知识源":
		return "knowledge source"
	case "文档":
		return "document"
	case "项目", "条目", "项":
		return "item"
	case "账本条目", "记录":
		return "entry entries"
	case "账本", "机密账本":
		return "ledger"
	case "向量":
		return "vector"
	case "模型":
		return "model"
	case "文本", "文字":
		return "text"
	case "语音":
		return "speech"
	case "转成文字", "转文字", "转写", "语音识别", "语音转文字", "语音转文本":
		return "recognize speech to text stt transcribe"
	case "文字转语音", "文本转语音", "转语音", "语音合成":
		return "synthesize text to speech tts"
	case "音频":
		return "audio"
	case "电子邮件", "邮件":
		return "email"
	case "短信":
		return "sms"
	case "负载测试":
		return "load test"
	case "负载测试运行", "测试运行":
		return "load test run"
	case "结果":
		return "result"
	case "虚拟桌面":
		return "virtual desktop"
	case "主机池":
		return "host pool"
	case "会话主机":
		return "session host"
	case "主机":
		return "host"
	case "备份":
		return "backup"
	case "备份保管库":
		return "backup vault"
	case "恢复服务保管库":
		return "recovery services vault"
	case "保管库":
		return "vault"
	case "备份策略":
		return "backup policy"
	case "备份作业", "备份任务":
		return "backup job"
	case "作业":
		return "job"
	case "恢复点", "还原点":
		return "recovery point"
	case "还原":
		return "restore"
	case "恢复":
		return "recovery"
	case "恢复计划":
		return "recovery plan"
	case "计划":
		return "plan"
	case "未受保护", "没有保护", "未保护":
		return "unprotected"
	case "受保护项", "保护项":
		return "protected item"
	case "专用终结点", "私有终结点", "专用端点":
		return "private endpoint"
	case "终结点", "端点":
		return "endpoint"
	case "云终结点", "云端点":
		return "cloud endpoint"
	case "服务器终结点", "服务器端点":
		return "server endpoint"
	case "同步组":
		return "sync group"
	case "存储同步服务", "文件同步服务":
		return "storage sync service"
	case "同步":
		return "sync"
	case "已注册的服务器", "已注册服务器":
		return "registered server"
	case "设备":
		return "device"
	case "设备孪生", "孪生":
		return "device twin"
	case "物联网中心":
		return "iot hub"
	case "中心":
		return "hub"
	case "工作簿":
		return "workbook"
	case "市场", "应用市场":
		return "market place marketplace"
	case "产品":
		return "product"
	case "架构图":
		return "architecture diagram"
	case "图":
		return "diagram"
	case "计划任务", "定时任务":
		return "scheduled task"
	case "任务":
		return "task"
	case "演练":
		return "drill"
	case "事故", "故障", "突发事件":
		return "incident"
	case "代理", "智能体":
		return "agent"
	case "连接器":
		return "connector"
	case "线程", "会话":
		return "thread"
	case "工作流":
		return "workflow"
	case "技能":
		return "skill"
	case "文件系统":
		return "file system"
	case "最佳实践":
		return "best practices"
	case "模板":
		return "template"
	case "林纳克斯":
		return "linux"
	case "网络":
		return "network"
	case "子网":
		return "subnet"
	case "虚拟网络":
		return "virtual network"
	case "公网地址":
		return "public ip"
	case "地址":
		return "address"
	case "名称", "名字":
		return "name"
	case "类型":
		return "type"
	case "版本":
		return "version"
	case "标签":
		return "tag"
	case "加密":
		return "encryption"
	case "访问":
		return "access"
	case "节省成本":
		return "save cost"
	case "属性":
		return "property"
	case "哪些区域":
		return "region available"
	}
	return ""
}

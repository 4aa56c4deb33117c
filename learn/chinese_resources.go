package learn

// chineseResource knows storage, compute, data, identity and their properties.
//
//nolint:funlen // it is a list of words
func chineseResource(phrase string) string {
	switch phrase {
	case "存储账户", "存储帐户", "存储账号", "储存账户":
		return "storage account"
	case "存储":
		return "storage"
	case "二进制对象", "对象":
		return "blob"
	case "存储容器":
		return "blob container"
	case "容器":
		return "container"
	case "文件", "本地文件":
		return "file"
	case "文件共享", "文件分享":
		return "file share"
	case "快照":
		return "snapshot"
	case "表", "数据表", "表格":
		return "table"
	case "队列":
		return "queue"
	case "密钥保管库", "密钥库", "密钥保险库", "密钥保管箱":
		return "key vault"
	case "机密", "秘密", "密码":
		return "secret"
	case "密钥", "键":
		return "key"
	case "证书":
		return "certificate"
	case "托管硬件安全模块":
		return "managed hsm"
	case "虚拟机", "虚机":
		return "virtual machine vm"
	case "虚拟机规模集", "规模集", "虚拟机扩展集", "虚拟机缩放集":
		return "virtual machine scale set vmss"
	case "托管磁盘":
		return "managed disk"
	case "磁盘", "硬盘":
		return "disk"
	case "镜像", "映像":
		return "image"
	case "仓库", "存储库", "镜像仓库":
		return "repository"
	case "注册表":
		return "registry"
	case "容器注册表", "容器镜像仓库", "镜像注册表", "容器仓库":
		return "container registry"
	case "容器应用":
		return "container app"
	case "集群", "群集":
		return "cluster"
	case "节点":
		return "node"
	case "节点池":
		return "node pool"
	case "容器服务":
		return "kubernetes aks"
	case "服务器":
		return "server"
	case "数据库":
		return "database"
	case "防火墙规则":
		return "firewall rule"
	case "防火墙":
		return "firewall"
	case "弹性池":
		return "elastic pool"
	case "管理员":
		return "administrator admin"
	case "目录":
		return "entra"
	case "设置项", "设定值":
		return "settings"
	case "配置":
		return "configuration config"
	case "参数":
		return "parameter"
	case "架构", "模式", "结构":
		return "schema"
	case "表结构", "表的结构":
		return "structure schema table"
	case "定义":
		return "definition"
	case "详情", "详细信息", "明细", "细节":
		return "details"
	case "信息":
		return "information"
	case "状态":
		return "status"
	case "健康", "健康状况":
		return "health"
	case "可用性", "可用":
		return "availability"
	case "可用性状态":
		return "availability status"
	case "区域可用":
		return "availability region"
	case "健康事件":
		return "health events"
	case "服务健康事件":
		return "service health events"
	case "区域", "地区":
		return "region"
	case "位置":
		return "location"
	case "配额":
		return "quota"
	case "用量", "使用情况", "使用量":
		return "usage"
	case "限制", "上限":
		return "limit"
	case "价格", "定价", "费用", "多少钱":
		return "price pricing"
	case "成本":
		return "cost"
	case "订阅":
		return "subscription"
	case "资源组":
		return "resource group"
	case "资源":
		return "resource"
	case "角色":
		return "role"
	case "角色分配", "角色指派", "角色授权":
		return "role assignment"
	case "策略":
		return "policy"
	case "策略分配", "策略指派":
		return "policy assignment"
	case "分配", "指派":
		return "assignment"
	case "权限":
		return "permission"
	case "租户":
		return "tenant"
	case "账户", "帐户", "账号":
		return "account"
	case "用户":
		return "user"
	}
	return ""
}

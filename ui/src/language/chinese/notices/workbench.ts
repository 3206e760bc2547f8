import type { Words } from "$language/notices";

/** Of commands. */
export const WORKBENCH = {
  "attached.no-port": "无法监听本机的任何端口",
  "attached.no-port.advice": "关闭一些程序，然后重新接入。",
  "attached.port-in-use": "端口 {port} 已被其他程序占用，无法在那里接收 span",
  "attached.port-in-use.advice":
    "结束在那里监听的程序（可能是采集器），或选择其他端口，并把 OTEL_EXPORTER_OTLP_ENDPOINT 设为该端口。",
  "attached.not-a-port": "无法在端口 {port} 上接收 span",
  "attached.not-a-port.advice":
    "选择 1024 到 65535 之间的端口，并把 OTEL_EXPORTER_OTLP_ENDPOINT 设为该端口。",
  "attached.gone": "这个程序已不存在",
  "attached.gone.advice": "查看已接入程序的列表。",
  "attached.not-kept": "无法写入 {path}",
  "attached.not-kept.advice": "在磁盘上腾出空间，或给自己写入权限。",
  "attached.not-read": "无法读取 {path}，之前接入的程序因此没有接入",
  "attached.not-read.advice": "修复或删除该文件，然后重新启动 Callwright。在此之前不会写入它。",
  "attached.run-by-program": "这个会话的循环由 {program} 运行，不能在这里发送消息",
  "attached.run-by-program.advice": "把它分叉为你自己的会话，然后在那里发送。",
  "attached.no-title": "程序需要一个名称",
  "attached.no-title.advice": "至少写一个字。",
  "attached.not-an-address": "{address} 不是服务商的地址",
  "attached.not-an-address.advice": "按服务商自己的环境变量的写法填写，例如 https://api.openai.com/v1。",
  "attached.no-function": "计划的故障没有写函数名",
  "attached.no-function.advice": "写程序提供给模型的名称，或去掉这个故障。",
  "attached.not-a-count": "{count} 不是 1 到 1000 之间的请求数",
  "attached.not-a-count.advice": "请写这个范围内的数字。",
  "attached.not-a-status": "{status} 不是错误状态码",
  "attached.not-a-status.advice": "请写 400 到 599 之间的数字。",
} as const satisfies Words<"workbench">;

/** Files that come in together. */
export const IMPORTS = {
  "Cancel the rest": "取消其余文件",
  "Cancel {name}": "取消 {name}",
  "Cancelled. Nothing of it was kept.": "已取消。没有保留任何内容。",
  "Choose files…": "选择文件…",
  "For the next turn:": "用于下一轮对话：",
  "No service here has the model of the request,": "这里没有服务提供请求中的模型",
  "The model of the request is here now,": "现在已有请求中的模型",
  "The session goes on with the model of the request,": "会话继续使用请求中的模型",
  "Files being imported": "正在导入的文件",
  "Fix the file, and choose it again.": "请修正文件，然后重新选择。",
  Queued: "排队等待",
  "Files done: {done} of {all}": "已完成 {done} 个文件，共 {all} 个",
  "{number} cancelled": "{number} 个已取消",
  "{number} imported": "{number} 个已导入",
  "{number} refused": "{number} 个被拒绝",
} as const;

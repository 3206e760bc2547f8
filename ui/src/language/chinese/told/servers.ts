/** Of MCP servers, pasted definitions and prompts. */
export const SERVERS = {
  "the credentials can't be written down": "无法写下凭据",
  "What was asked for was done, and the answer can't be read: {reason}":
    "所要求的已经完成，但它的回答无法读取：{reason:told}",
  "it holds neither a result nor an error": "其中既没有结果，也没有错误",
  "there is no answer in it": "其中没有回答",
  "What was asked for was done, and the answer is longer than {MCP_MESSAGE}, which is the most that is read. Ask for less at once.":
    "所要求的已经完成，但回答超过 {MCP_MESSAGE}，这是读取的上限。请一次少要一些。",
  "an event is too long": "有一个事件太长",
  "The server took the request and answered nothing (HTTP {status}).":
    "服务器接受了请求，但没有回答任何内容（HTTP {status}）。",
  "refused with HTTP {status}: {said}": "以 HTTP {status} 拒绝：{said}",
  "asks {program}, a program that runs on this machine with your rights":
    "询问 {program}，一个以你的权限在这台电脑上运行的程序",
  "sends what it is called with to {address}": "把调用的参数发往 {address}",
  "it is only a definition, so you are its answer": "它只是一个定义，所以由你来回答",
  "the model {} is not there": "没有模型 {0}",
} as const;

/** Of calls that wait: what is wrong with them, and how they are answered. */
export const DECIDING = {
  "There is no function {name}": "没有名为 {name} 的函数",
  "Nearest: {name}": "最接近：{name}",
  "Use it": "使用它",
  "Calls {name} with these arguments": "用这些参数调用 {name}",
  "The arguments are not valid JSON: {message}": "参数不是有效的 JSON：{message}",
  "{name}: {message}": "{name}：{message}",
  "What is wrong with this call": "这次调用的问题",
  "If it goes on as it is, the call fails and the model is told why.":
    "如果就这样继续，这次调用会失败，模型会得知原因。",
  "What becomes of {call}": "{call} 如何处理",
  "Begins as the last result of this function. The function does not run.":
    "以这个函数最近一次的结果开头。函数不会运行。",
  "not ready: {why}": "尚未就绪：{why}",
  "{count} calls wait": "{count} 次调用在等待",
  "Run all": "全部运行",
  "Decline all": "全部拒绝",
  "How the calls are shown": "调用的显示方式",
  "One by one": "逐个处理",
  "All at once": "全部显示",
  "This looks like JSON, and would be sent as a text.": "这看起来像 JSON，但会作为文本发送。",
  "This looks like JSON with slips in it, and would be sent as a text.":
    "这看起来像有小错误的 JSON，但会作为文本发送。",
  "Send as JSON": "作为 JSON 发送",
  "Fix: {what}": "修正：{what}",
  "code fence": "代码围栏",
  "comma at the end": "末尾多余的逗号",
  quotes: "引号",
  "name without quotes": "缺少引号的名称",
  "values of another language": "其他语言的值",
  comment: "注释",
  "missing comma": "缺少逗号",
  "missing bracket": "缺少括号",
  "Edit result and run on": "编辑结果并继续运行",
  "Opens the result for editing in another branch. The function does not run again.":
    "在另一个分支中打开结果供编辑。函数不会再次运行。",
} as const;

/** Of what is said in a conversation. */
export const CONTENT = {
  "arguments-fault.not-an-object": "应为 JSON 对象，实际是{found}",
  "arguments-fault.too-deep": "嵌套超过 {limit} 层",
  "arguments-fault.too-many": "超过 {limit} 个值",
  "json-kind.null": " null",
  "json-kind.boolean": "布尔值",
  "json-kind.number": "数字",
  "json-kind.string": "字符串",
  "json-kind.array": "数组",
  "json-kind.object": "对象",
} as const;

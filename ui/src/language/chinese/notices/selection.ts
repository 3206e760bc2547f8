import type { Words } from "$language/notices";

/** Of choosing functions. */
export const SELECTION = {
  "without-meaning.no-model": "没有模型",
  "without-meaning.loading": "正在加载模型",
  "without-meaning.too-slow": "模型用时过长",
  "without-meaning.left-out": "模型漏掉了一段文本",
  "without-meaning.no-weight": "这个会话中不计含义",
  "without-meaning.reading": "正在读取 {count} 个函数的含义",
} as const satisfies Words<"selection">;

import type { Words } from "$language/notices";

/** Of the models that compare meanings. */
export const EMBEDDING = {
  "meaning-flaw.missing": "{what} 不存在",
  "meaning-flaw.advice": "重新获取它。",
  "meaning-flaw.not-for-here": "没有适用于这种机器的{what}",
  "meaning-flaw.unknown": "没有名为 {what} 的模型",
  "meaning-flaw.no-list": "无法读取文件列表",
} as const satisfies Words<"embedding">;

import type { Words } from "$language/notices";

/** Of cases that can't be used. */
export const EXPERIMENTS = {
  "case.not-json": "它不是 JSON",
  "case.no-format": '它没有 `"format": {format}`',
  "case.newer": "它的格式是 {found}，而这个版本最多读到 {format}：由更新的 Callwright 写成",
  "case.unfit": "有字段不合适",
  "case.id": "ID“{id}”含有 a-z、A-Z、0-9、`-`、`_` 和 `.` 以外的字符",
  "case.nothing-to-answer": "对话中没有要回答的内容",
  "case.expects-nothing": "它没有任何期望",
  "case.unknown-function": "它期望或回答“{function}”，但它的函数中没有这个函数",
  "case.mixed-answers": "“{function}”既有带参数的结果，又有不带参数的结果",
  "case.answered-twice": "“{function}”有两种回答方式：真正运行、替身或结果只能有一种",
  "case.no-schema": "“{function}”有说明而没有 Schema",
  "case.judge": "脚本需要命令和 1 到 {most_seconds} 秒的时限，评判的模型需要问题",
  "case.pattern": "无法读取模式 {pattern}：{reason}",
} as const satisfies Words<"experiments">;

import type { Words } from "$language/notices";

/** Of functions and where they come from. */
export const FUNCTIONS = {
  "recording.disk": "无法读写 {path}",
  "recording.advice": "修复或删除该文件，然后重试。",
  "recording.unreadable": "无法读取 {path} 的第 {line} 行",
} as const satisfies Words<"functions">;

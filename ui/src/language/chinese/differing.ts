/** Of branches: in what they differ, and what stands beside each other when they are compared. */
export const DIFFERING = {
  "and {more} more": "及另外 {more} 处",
  "made shorter": "已缩短",
  "mended {count}": "已修复 {count} 处",
  "ends earlier": "结束得更早",
  "{call} added": "增加 {call}",
  "without {call}": "没有 {call}",
  "{call} declined": "{call} 被拒绝",
  "{call} edited": "{call} 被编辑",
  "{call} failed": "{call} 失败",
  "{call}: {result}": "{call}：{result}",
} as const;

/** Long lists, pickers and what stands side by side. */
export const LISTS = {
  "Filter by title": "按标题筛选",
  "Filter sessions by title": "按标题筛选会话",
  "Group by day": "按日期分组",
  "Last 7 days": "最近 7 天",
  "Newest first, no groups": "最新的在前，不分组",
  "No session is called that": "没有这个标题的会话",
  "Order of the sessions": "会话的排序",
  "Sort by title": "按标题排序",
  "Close the side": "关闭侧栏",
  Today: "今天",
  Yesterday: "昨天",
} as const;

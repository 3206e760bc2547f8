/** Of histories that are repaired and made shorter. */
export const UPKEEP = {
  "repair.no-repair": "只有人能决定怎样修好它",
  "repair.advice": "请看现在发现的问题。",
  "repair.no-such-message": "这段历史中没有消息 {message}",
  "repair.outdated": "历史已不是发现这个问题时的样子",
  "summary.empty": "总结是空的",
  "summary.empty.advice": "自己写，或让模型来写。",
  "summary.outdated": "被总结的消息已不是这段历史中最早的消息",
  "summary.outdated.advice": "请重新查看。",
} as const;

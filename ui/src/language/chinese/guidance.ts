/** Of how models are led through a turn. */
export const GUIDANCE = {
  Automatic: "自动",
  "Small models in files on this computer are led, others are not.":
    "本机文件中的小模型会被引导，其他模型不会。",
  Off: "关闭",
  "The model decides when to call and when to speak.": "由模型决定何时调用、何时说话。",
  On: "开启",
  "Parts of its decisions are made for it.": "替模型作出部分决定。",
  "It has to call where a function fits": "有合适的函数时必须调用",
  "And to speak where none does. How well functions fit decides.":
    "没有合适的函数时必须说话。由函数的匹配程度决定。",
  "It makes no call again that has its result": "已有结果的调用不再重复",
  "Models in files on this computer are constrained to it while they write.":
    "本机文件中的模型在书写时就受此约束。",
  "It has to speak once everything is answered": "全部得到结果后必须说话",
  "When there is a result for each part of the request.": "请求的每个部分都有了结果时。",
  "had to call: a function fits": "必须调用：有合适的函数",
  "leans towards a call: a function may fit": "倾向于调用：可能有合适的函数",
  "had to speak: no function fits": "必须说话：没有合适的函数",
  "had to speak: every part has its result": "必须说话：每个部分都有了结果",
  "had to speak: its calls kept failing": "必须说话：它的调用一再失败",
} as const;

/** Of turns, stops and settings of a session. */
export const TURNS = {
  "the log can't be written: {reason}": "无法写入日志：{reason:told}",
  "Ask another model, or answer yourself.": "换一个模型，或自己回答。",
  "the model called {called} instead of answering, and it was offered no function":
    "模型调用了 {called} 而没有回答，而且没有向它提供任何函数",
  "the model reached the limit of its answer before it wrote a word": "模型还没写出一个字就达到了回答的上限",
  "a filter of its provider held the answer of the model back": "供应商的过滤器拦下了模型的回答",
  "the model would not answer": "模型不愿回答",
  "the model answered without a word": "模型的回答没有任何文字",
  "the call {call} has no result": "调用 {call} 没有结果",
  "there are none": "一条也没有",
  "the function broke: {reason}": "函数出错：{reason:told}",
  "the call was cancelled": "调用已取消",
  "Calls run in order, every limit ends in words.": "调用按顺序运行，到达任何上限都以文字结束。",
  "128 automatic rounds, then calls are handed back. A demand to call is followed by words.":
    "128 轮自动运行，之后交回调用。要求调用之后以文字回答。",
  "40 rounds, the last in words. Errors are brief; more than 3 failing rounds in a row fail.":
    "40 轮，最后一轮用文字。错误从简；连续失败超过 3 轮即失败。",
  "its file system keeps no modes": "它的文件系统不保存权限",
  "{field} of row {}": "第 {1} 行的 {field}",
  "Callwright is closing": "Callwright 正在关闭",
  "Start it again.": "重新启动它。",
  "there is no model": "没有模型",
  "Fetch what comparing meanings needs. Until then, words alone are compared.":
    "获取比较含义所需的内容。在此之前只比较词语。",
  "search can't be started: {error}": "无法启动搜索：{error:told}",
  "a body without a piece": "有一段大内容没有任何片段",
  "a body that is too large": "有一段大内容太大",
  "a body that is not text": "有一段大内容不是文本",
  "a piece that is too large": "有一个片段太大",
  "a list that can't be read": "有一个列表无法读取",
  "a piece is missing": "缺少一个片段",
  "a piece is not bytes": "有一个片段不是字节",
  "a place is missing": "缺少一个位置",
} as const;

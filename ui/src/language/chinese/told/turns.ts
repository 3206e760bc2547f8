/** Of turns, stops and settings of a session. */
export const TURNS = {
  "the log can't be written: {reason}": "无法写入日志：{reason:told}",
  "Send the message again. If it stays, offer fewer functions.":
    "重新发送消息。如果仍然如此，少提供一些函数。",
  "Ask another model, or answer yourself.": "换一个模型，或自己回答。",
  "the model called {called} instead of answering, and it was offered no function":
    "模型调用了 {called} 而没有回答，而且没有向它提供任何函数",
  "the model reached the limit of its answer before it wrote a word": "模型还没写出一个字就达到了回答的上限",
  "a filter of its provider held the answer of the model back": "提供方的过滤器拦下了模型的回答",
  "the model would not answer": "模型不愿回答",
  "the model answered without a word": "模型的回答没有任何文字",
  "the call {call} has no result": "调用 {call} 没有结果",
  "there are none": "一条也没有",
  "calls failed too often in a row: {}": "调用连续失败次数过多：{0}",
  "Look at what the functions say, or allow more failures.": "看看函数说了什么，或允许更多次失败。",
  "The function itself is at fault. Mend it, then continue from the last message.":
    "问题出在函数本身。改正它，然后从最后一条消息继续。",
  "the function broke: {reason}": "函数出错：{reason:told}",
  "the call was cancelled": "调用已取消",
  "Calls run in order, every limit ends in words.": "调用按顺序运行，到达任何上限都以文字结束。",
  "128 automatic rounds, then calls are handed back. A demand to call is followed by words.":
    "128 轮自动运行，之后交回调用。要求调用之后以文字回答。",
  "40 rounds, the last in words. Errors are brief; more than 3 failing rounds in a row fail.":
    "40 轮，最后一轮用文字。错误从简；连续失败超过 3 轮即失败。",
  "{} can't be copied: {reason}": "无法复制 {0}：{reason:told}",
  "Nothing was changed. Check that there is space and that you may write there, then try again.":
    "没有任何改动。检查是否有空间、你是否有权在那里写入，然后再试。",
  "its file system keeps no modes": "它的文件系统不保存权限",
  "{field} of row {}": "第 {1} 行的 {field}",
  "the turn can't go on: entry {lost} of its session can't be read":
    "这轮对话无法继续：会话的第 {lost} 条记录无法读取",
  "the turn can't go on: its session went on without it": "这轮对话无法继续：它的会话已经在别处继续",
  "Look at what was done, then send the message again.": "看看已经做了什么，然后重新发送消息。",
  "Callwright is closing": "Callwright 正在关闭",
  "Start it again.": "重新启动它。",
  "there is no model": "没有模型",
  "Reload the page.": "重新加载页面。",
  "Fetch what comparing meanings needs. Until then, words alone are compared.":
    "获取比较含义所需的内容。在此之前只比较词语。",
  "Try again.": "再试一次。",
  "Start Callwright again.": "重新启动 Callwright。",
  "search can't be started: {error}": "无法启动搜索：{error:told}",
  "more than {PAGE_FEEDS} would be open": "打开的会话会超过 {PAGE_FEEDS} 的上限",
  "Close other windows of Callwright, then reload this one.":
    "关闭 Callwright 的其他窗口，再重新加载这个窗口。",
  "this address is not served here": "这里不提供这个地址",
  "another page may not use this server": "其他页面不得使用这个服务器",
  "the token is missing or from an earlier start": "缺少令牌，或令牌来自上一次启动",
  "Open the address that was printed when Callwright started.": "打开 Callwright 启动时打印的地址。",
  "a body without a piece": "有一段大内容没有任何片段",
  "a body that is too large": "有一段大内容太大",
  "a body that is not text": "有一段大内容不是文本",
  "a piece that is too large": "有一个片段太大",
  "a list that can't be read": "有一个列表无法读取",
  "a piece is missing": "缺少一个片段",
  "a piece is not bytes": "有一个片段不是字节",
  "a place is missing": "缺少一个位置",
} as const;

/** Of functions and where they come from. */
export const PLUGINS = {
  "run programs": "运行程序",
  "read and change files": "读取和修改文件",
  "reach other computers": "连接其他计算机",
  "run a program: {}": "运行程序：{0}",
  "{what} files in {}": "{what:word} {1} 中的文件",
  "send requests to {}": "向 {0} 发送请求",
  "it is required and missing": "必填，缺失",
  "the function has no such parameter": "函数没有这个参数",
  "its output is not JSON: {error}": "它的输出不是 JSON：{error:told}",
  "its result is not text: the byte at {} is no UTF-8": "它的结果不是文本：位置 {0} 的字节不是 UTF-8",
  "its result is not JSON: {error}": "它的结果不是 JSON：{error:told}",
  "the template of its stand-in: {reason}": "其替身的模板：{reason:told}",
  "its result can't be recorded: {error}": "无法录制它的结果：{error:told}",
  "{function} was not called there.": "那里没有调用 {function}。",
  "The session whose results are used has none for this call. {nearest}":
    "结果取自的会话没有这次调用的结果。{nearest:told}",
  "Nothing was recorded of {function}.": "没有录制过 {function}。",
  "None of {} recordings of {function} has these arguments. The nearest differs: {}.":
    "{function} 的 {0} 个录制都没有这些参数。最接近的不同在：{2:told}。",
  "/{key} is {} here and {} there": "/{key} 在这里是 {1:word}，在那里是 {2:word}",
  "it needs the environment variable {variable}, which is not set for Callwright":
    "它需要环境变量 {variable}，而 Callwright 没有设置它",
  "it needs the key {scheme}; name a variable for it under [openapi.keys]":
    "它需要密钥 {scheme}；在 [openapi.keys] 中为它指定一个变量",
  "it wrote more than {} bytes and was ended; output_bytes in its plugin.toml is the limit":
    "它写出超过 {0} 字节，已被结束；上限是 plugin.toml 中的 output_bytes",
  "it can't be started: {reason}": "无法启动它：{reason:told}",
  "it ended at once": "它立刻就结束了",
  "it has no process id": "它没有进程编号",
  "it has no pipes": "它没有管道",
  "there is no function {function} any more": "已经没有函数 {function}",
} as const;

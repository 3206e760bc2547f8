/** Of models on this computer. */
export const LOCAL = {
  ready: "可用",
  "Take it out of the list": "从列表中移除",
  "Delete it": "删除",
  "Delete it for good": "彻底删除",
  "Start a session with it": "用它开始会话",
  "Go on fetching": "继续获取",
  "Fetch it ({size})": "获取（{size}）",
  "How much of {title} is there": "{title} 已获取多少",
  "Paused at {done} of {total}": "已暂停，{total} 中的 {done}",
  "Checking every byte: {done} of {total}": "正在逐字节检查：{total} 中的 {done}",
  "{done} of {total}": "{total} 中的 {done}",
  "from {first}": "来自 {first}",
  ", or {others}": "，或 {others}",
  "A file that you have": "你已有的文件",
  "A model in the GGUF form, with its whole path. It is used where it lies.":
    "GGUF 格式的模型，写完整路径。它会在原处使用。",
  "Use this file": "使用这个文件",
  "Choose a model": "选择模型",
  "Models in the GGUF form": "GGUF 格式的模型",
  "Models on this computer": "这台电脑上的模型",
  "They need no key and no network once they are here, and nothing that is said leaves this computer.":
    "获取之后不需要密钥，也不需要网络，说的话不会离开这台电脑。",
  "This build of Callwright has no engine for models on this computer.":
    "这个版本的 Callwright 没有运行本机模型的引擎。",
  "Start it by cargo xtask run, which builds it with one.": "用 cargo xtask run 启动，它会带上引擎一起构建。",
  "What is fetched is kept in {folder}. Any model that is put there is used, too.":
    "获取的内容保存在 {folder}。放到那里的模型也会被使用。",
  "A model on this computer": "这台电脑上的模型",
  "A model on this computer ({size})": "这台电脑上的模型（{size}）",
  "{title} is ready": "{title} 已可用",
  "Ask it for the weather in two cities, and step in where it calls a function.":
    "问它两个城市的天气，在它调用函数的地方介入。",
  "It calls functions for real. No key, no network once it is here, and nothing leaves this computer.":
    "它真的会调用函数。不需要密钥，获取之后不需要网络，什么都不会传出去。",
  "The weather in two cities": "两个城市的天气",
  "Made up by hand. A small model does what it was shown: two calls at once, then an answer.":
    "这一轮是手工编写的。小模型会照着做：同时调用两次，然后回答。",
  "Start with it": "用它开始",
  "As it likes": "自由书写",
  "Held to the schemas": "受模式约束",
  "Grammar off and on": "关闭与开启语法约束",
  "the same model, once held to the schemas": "同一个模型，其中一次受模式约束",
  "Other models, or a file…": "其他模型，或文件…",
  "On this computer…": "在这台电脑上…",
  "Models on this computer…": "这台电脑上的模型…",
  "fetch, pause, delete, use a file": "获取、暂停、删除、使用文件",
} as const;

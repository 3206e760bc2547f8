import type { Words } from "$language/notices";

/** Of models on this computer. */
export const LOCAL_MODEL = {
  "engine.not-built": "这个程序构建时没有包含本地模型的引擎；请用 `cargo xtask run` 构建",
  "engine.processor": "这个处理器太旧：需要 AVX2",
  "engine.memory": "大约需要 {needed} MB 内存，目前空闲 {available} MB",
  "engine.load": "llama.cpp 无法加载它",
  "engine.overflow": "提示词有 {prompt} 个 token，而模型读写合计最多 {most} 个",
  "engine.grammar": "llama.cpp 不接受这个语法",
  "engine.stuck": "语法不允许模型接下来能写的任何内容",
  "engine.decode": "llama.cpp 无法继续",
  "engine.cancelled": "已取消",
  "gguf.io": "无法读取文件",
  "gguf.foreign": "它不是 GGUF 文件",
  "gguf.version": "它是 GGUF 第 {version} 版的文件，这里只支持第 2 版和第 3 版",
  "gguf.damaged": "文件已损坏",
  "gguf.split":
    "它是 {parts} 个部分中的第 {part} 部分，而这里只读取完整的模型：请用 llama-gguf-split --merge 合并",
  "gguf.incomplete": "文件不完整：{needed} 字节中只有 {present} 字节",
  "gguf.advice": "选择另一个文件，或重新获取这个。",
  "model-file.template": "无法渲染它的模板",
  "model-file.advice": "选择另一个文件，或重新获取这个。",
  "local-model": "{title}",
} as const satisfies Words<"local-model">;

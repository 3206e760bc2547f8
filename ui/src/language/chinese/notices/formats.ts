import type { Words } from "$language/notices";

/** Of histories as other programs write them. */
export const FORMATS = {
  "import.empty": "没有可导入的内容：文本是空的",
  "import.advice": "没有导入任何内容。你给出的内容没有改变。",
  "import.too-large":
    "文本超过 {import_whole}，这是这种格式能读取的上限：请写成 JSON Lines 或 Callwright 自己的格式（无论多长都逐条消息读取），或把它分开",
  "import.message-too-large": "{place} 处的消息超过 {import_message}，这是一条消息的上限：请缩短它",
  "import.blank": "文本开头的空白超过 {import_blanks}：请检查这是不是你要的文件",
  "import.not-json":
    "文本在第 {line} 行第 {column} 列不是 JSON：{reason}；检查它是否完整，是否被截断或手工改动过",
  "import.too-deep": "文本嵌套超过 {limit} 层：对话不会这样，请检查它的来源",
  "import.too-many": "文本含有超过 {limit} 个值：请分成几个对话",
  "import.unknown-format": "这是 JSON，但不是我们能读取的对话格式：请手动选择格式，或重新导出为消息列表",
  "import.wrong-shape": "这不是 {format}：{place} 处应为{expected}；如果它由其他程序写成，请选择另一种格式",
  "import.wrong-version": "文件的格式是 {found}，我们能读取格式 {supported}：请用更新的版本打开",
  "import.not-spooled": "其中一段长文本无法暂存：{reason}；检查磁盘空间",
  "import.no-messages": "这段 {format} 文本中没有消息：检查它是否含有对话",
} as const satisfies Words<"formats">;

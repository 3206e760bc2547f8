/** Of searching. */
export const SEARCH = {
  "index-damage.other-columns": "它的列不同",
  "index-damage.other-format": "它的格式是 {format}",
  "index-damage.changed": "{file} 已改变",
  "index-damage.in-use": "含有已删除文本的文件仍在使用",
  "index-damage.no-writer": "它没有写入者",
  "index.damaged": "{path} 中的搜索索引不存在、已损坏或属于另一个版本",
  "index.damaged.advice": "它会自动重新生成。",
  "index.full": "{path} 所在的磁盘已满",
  "index.full.advice": "腾出一些空间。会话本身是安全的。",
  "index.not-accessible": "无法读写 {path} 中的搜索索引",
  "index.not-accessible.advice": "检查你是否有权在那里写入，以及没有其他程序占用它的文件。",
} as const;

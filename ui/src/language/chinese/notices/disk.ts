import type { Words } from "$language/notices";

/** Of files. */
export const DISK = {
  "unsuitable-file.not-a-file": "它是{what}，不是文件：在它的位置放一个文件，或删除它",
  "unsuitable-file.too-large": "它大于 {most}：把它变小，或删除它",
  "in-its-place.folder": "文件夹",
  "in-its-place.pipe": "管道",
  "in-its-place.socket": "套接字",
  "in-its-place.device": "设备",
  "settings-file.not-read": "无法读取 {path}",
  "settings-file.not-read.advice": "修正或删除该文件，然后重新启动 Callwright。在此之前它保持原样。",
  "settings-file.other-format": "{path} 的格式是 {found}，而这个版本只能读取格式 {known}",
  "settings-file.other-format.advice": "用写成它的版本打开它，或移走它。它保持原样。",
  "settings-file.not-written": "无法写入 {path}",
  "settings-file.not-written.advice": "在磁盘上腾出空间，或给自己写入权限，然后重试。",
  "private.modes": "它的文件系统不保存权限",
} as const satisfies Words<"disk">;

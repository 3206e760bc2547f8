import type { Words } from "$language/notices";

/** Of files that are fetched. */
export const DOWNLOADS = {
  "fetch.not-for-here": "没有适用于这种机器的{what}",
  "fetch.not-for-here.advice": "再试一次。",
  "fetch.no-source": "无法获取 {what}",
  "fetch.no-source.advice": "检查网络，然后继续：已有的会保留。或者选择你已有的文件。",
  "fetch.no-space": "{folder} 中没有空间了",
  "fetch.no-space.advice": "腾出空间，或把 CALLWRIGHT_MODELS 设为另一块磁盘上的文件夹再启动 Callwright。",
  "fetch.too-little-space": "{folder} 有 {free_megabytes} MB 的空间，需要 {needed_megabytes} MB",
  "fetch.folder": "无法写入 {folder}",
  "fetch.folder.advice": "把它改成可以写入的文件夹，然后重试。",
  "fetch.stopped": "它被停止了",
  "file-flaw.missing": "{what} 不存在",
  "file-flaw.advice": "重新获取，或删除它。",
  "file-flaw.damaged": "{what} 不是应有的文件",
  "file-flaw.unreadable": "无法读取 {what}",
  "download-list.unreadable": "{reason}",
  "download-list.unknown-format": "不认识格式 {format}",
  "download-list.faulty": "{part}",
  "download.file-name": "{file} 不是文件名",
  "download.no-source": "它需要许可证和来源",
  "download.not-pinned": "它需要大小，以及 SHA-256，除非只有模型中心提供它",
  "download.piece-sizes": "它的各段加起来与它的长度不同",
  "download.piece-hashes": "每一段都需要 SHA-256",
  "download.address": "{url} 不是地址",
  "download.package-name": "{name} 不是包名",
} as const satisfies Words<"downloads">;

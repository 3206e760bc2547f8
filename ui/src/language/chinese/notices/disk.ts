import type { Words } from "$language/notices";

/** Of files. */
export const DISK = {
  "unsuitable-file.not-a-file": "它是{what}，不是文件：在它的位置放一个文件，或删除它",
  "unsuitable-file.too-large": "它大于 {most}：把它变小，或删除它",
  "in-its-place.folder": "文件夹",
  "in-its-place.pipe": "管道",
  "in-its-place.socket": "套接字",
  "in-its-place.device": "设备",
} as const satisfies Words<"disk">;

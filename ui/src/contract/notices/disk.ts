// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const DISK = {
  "private.modes": "its file system keeps no modes",
  "unsuitable-file.not-a-file": "it is {what}, not a file: put a file in its place, or remove it",
  "unsuitable-file.too-large": "it is larger than {most}: make it smaller, or remove it",
  "in-its-place.folder": "a folder",
  "in-its-place.pipe": "a pipe",
  "in-its-place.socket": "a socket",
  "in-its-place.device": "a device",
  "settings-file.not-read": "{path} can't be read",
  "settings-file.not-read.advice": "Fix the file or delete it, and start Callwright again. Until then it is left as it is.",
  "settings-file.other-format": "{path} has format {found}, and this version reads format {known} only",
  "settings-file.other-format.advice": "Open it with the version that wrote it, or move it away. It is left as it is.",
  "settings-file.not-written": "{path} can't be written",
  "settings-file.not-written.advice": "Make room on the disk, or give yourself the right to write there, and try again.",
} as const;

// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const DISK = {
  "unsuitable-file.not-a-file": "it is {what}, not a file: put a file in its place, or remove it",
  "unsuitable-file.too-large": "it is larger than {most}: make it smaller, or remove it",
  "in-its-place.folder": "a folder",
  "in-its-place.pipe": "a pipe",
  "in-its-place.socket": "a socket",
  "in-its-place.device": "a device",
} as const;

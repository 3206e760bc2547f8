// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const SEARCH = {
  "index-damage.other-columns": "it has other columns",
  "index-damage.other-format": "its format is {format}",
  "index-damage.changed": "{file} has changed",
  "index-damage.in-use": "files with deleted text are still in use",
  "index-damage.no-writer": "it has no writer",
  "index.damaged": "the search index in {path} is missing, damaged or of another version",
  "index.damaged.advice": "It is made anew by itself.",
  "index.full": "the disk with {path} is full",
  "index.full.advice": "Free some space. The sessions themselves are safe.",
  "index.not-accessible": "the search index in {path} can't be read or written",
  "index.not-accessible.advice": "Check that you may write there and that no other program holds its files.",
} as const;

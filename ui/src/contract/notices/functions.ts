// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const FUNCTIONS = {
  "recording.disk": "{path} can't be read or written",
  "recording.advice": "Mend the file or remove it, then try again.",
  "recording.unreadable": "line {line} of {path} can't be read",
} as const;

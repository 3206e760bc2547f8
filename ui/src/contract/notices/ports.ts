// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const PORTS = {
  "selector.index": "the function index can't be built",
  "selector.advice": "Try again. If it stays, look at the functions there are.",
} as const;

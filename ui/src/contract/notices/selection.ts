// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const SELECTION = {
  "without-meaning.no-model": "no model is there",
  "without-meaning.loading": "the model is being loaded",
  "without-meaning.too-slow": "the model took too long",
  "without-meaning.left-out": "the model left out a text",
  "without-meaning.no-weight": "meanings count nothing in this session",
  "without-meaning.reading": "functions whose meanings are still being read: {count}",
} as const;

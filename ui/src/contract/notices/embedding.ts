// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const EMBEDDING = {
  "meaning-flaw.missing": "{what} is not there",
  "meaning-flaw.advice": "Fetch it again.",
  "meaning-flaw.not-for-here": "there is no {what} for this kind of machine",
  "meaning-flaw.unknown": "no model is known as {what}",
  "meaning-flaw.no-list": "the list of files can't be read",
} as const;

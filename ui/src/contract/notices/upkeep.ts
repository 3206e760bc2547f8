// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const UPKEEP = {
  "repair.no-repair": "only a person can tell how to fix this",
  "repair.advice": "Look at the findings as they are now.",
  "repair.no-such-message": "there is no message {message} in this history",
  "repair.outdated": "the history is no longer as it was when this was found",
  "summary.empty": "the summary is empty",
  "summary.empty.advice": "Write it or let the model write it.",
  "summary.outdated": "the messages that were summarised are no longer the oldest of this history",
  "summary.outdated.advice": "Look at it again.",
} as const;

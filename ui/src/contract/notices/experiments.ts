// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const EXPERIMENTS = {
  "case.not-json": "it is not JSON",
  "case.no-format": "it has no `\"format\": {format}`",
  "case.newer": "it has format {found}, and this version reads up to {format}: a newer Callwright wrote it",
  "case.unfit": "a field does not fit",
  "case.id": "the id \"{id}\" has other letters than a-z, A-Z, 0-9, `-`, `_` and `.`",
  "case.nothing-to-answer": "the history has nothing to answer",
  "case.expects-nothing": "it expects nothing",
  "case.unknown-function": "it expects or answers \"{function}\", which is not among its functions",
  "case.mixed-answers": "\"{function}\" has answers with arguments and one without",
  "case.answered-twice": "\"{function}\" is answered in two ways: it is live, has a stand-in, or has results",
  "case.no-schema": "\"{function}\" has no schema, but a description",
  "case.judge": "a script needs a command and 1 to {most_seconds} seconds, and a model that judges needs a question",
  "case.pattern": "the pattern {pattern} can't be read: {reason}",
} as const;

// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const CONTENT = {
  "arguments-fault.not-an-object": "expected a JSON object, found {found}",
  "arguments-fault.too-deep": "nested more than {limit} levels deep",
  "arguments-fault.too-many": "more than {limit} values",
  "json-kind.null": "null",
  "json-kind.boolean": "a boolean",
  "json-kind.number": "a number",
  "json-kind.string": "a string",
  "json-kind.array": "an array",
  "json-kind.object": "an object",
} as const;

// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const LOCAL_MODEL = {
  "engine.not-built": "this program was built without an engine for models in files; build it with `cargo xtask run`",
  "engine.processor": "this processor is too old: AVX2 is needed",
  "engine.memory": "it needs about {needed} MB of memory, and {available} MB are free",
  "engine.load": "llama.cpp can't load it",
  "engine.overflow": "the prompt has {prompt} tokens, and the model reads and writes {most} together",
  "engine.grammar": "llama.cpp refuses the grammar",
  "engine.stuck": "nothing the model could write next is allowed by the grammar",
  "engine.decode": "llama.cpp could not go on",
  "engine.cancelled": "cancelled",
  "model-file.template": "its template can't be rendered",
  "model-file.advice": "Choose another file, or fetch this one again.",
  "gguf.io": "it can't be read",
  "gguf.advice": "Choose another file, or fetch this one again.",
  "gguf.foreign": "it is not a GGUF file",
  "gguf.version": "it is a GGUF file of version {version}, and only 2 and 3 are known",
  "gguf.damaged": "it is damaged",
  "gguf.split": "it is part {part} of {parts}, and only whole models are read: join the parts with llama-gguf-split --merge",
  "gguf.incomplete": "it is incomplete: {present} of {needed} bytes are there",
  "local-model": "{title}",
} as const;

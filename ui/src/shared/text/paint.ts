import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Parser } from "@lezer/common";
import { classHighlighter, highlightCode } from "@lezer/highlight";

/** Each language comes in its own file when it is first met. */
const LANGUAGES: Record<string, () => Promise<StreamParser<unknown>>> = {
  c: async () => (await import("@codemirror/legacy-modes/mode/clike")).c,
  cpp: async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp,
  csharp: async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp,
  css: async () => (await import("@codemirror/legacy-modes/mode/css")).css,
  diff: async () => (await import("@codemirror/legacy-modes/mode/diff")).diff,
  go: async () => (await import("@codemirror/legacy-modes/mode/go")).go,
  html: async () => (await import("@codemirror/legacy-modes/mode/xml")).html,
  java: async () => (await import("@codemirror/legacy-modes/mode/clike")).java,
  javascript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).javascript,
  json: async () => (await import("@codemirror/legacy-modes/mode/javascript")).json,
  kotlin: async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin,
  powershell: async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell,
  python: async () => (await import("@codemirror/legacy-modes/mode/python")).python,
  ruby: async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby,
  rust: async () => (await import("@codemirror/legacy-modes/mode/rust")).rust,
  shell: async () => (await import("@codemirror/legacy-modes/mode/shell")).shell,
  sql: async () => (await import("@codemirror/legacy-modes/mode/sql")).standardSQL,
  swift: async () => (await import("@codemirror/legacy-modes/mode/swift")).swift,
  toml: async () => (await import("@codemirror/legacy-modes/mode/toml")).toml,
  typescript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).typescript,
  xml: async () => (await import("@codemirror/legacy-modes/mode/xml")).xml,
  yaml: async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml,
};

/** What people and models call them, too. */
const ALIASES: Record<string, string> = {
  "c#": "csharp",
  "c++": "cpp",
  bash: "shell",
  cs: "csharp",
  js: "javascript",
  jsonl: "json",
  jsx: "javascript",
  kt: "kotlin",
  patch: "diff",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shell",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "shell",
};

/** Longer code is shown plain: it is read anew with each piece that streams in. */
const LONGEST = 20_000;

const parsers = new Map<string, Parser>();

/** The language that is meant, if it is one of those that can be painted. */
export function languageOf(told: string): string | null {
  const name = told.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "";
  const language = ALIASES[name] ?? name;
  return Object.hasOwn(LANGUAGES, language) ? language : null;
}

/** Fetches what a language needs. Says whether it was not at hand before. */
export async function learn(language: string): Promise<boolean> {
  const mode = LANGUAGES[language];
  if (mode === undefined || parsers.has(language)) return false;
  parsers.set(language, StreamLanguage.define(await mode()).parser);
  return true;
}

/** The code as pieces, each with the classes of its colour. Nothing, where the language is not at hand. */
export function paint(code: string, language: string): { text: string; classes: string }[] | null {
  const parser = parsers.get(language);
  if (parser === undefined || code.length > LONGEST) return null;
  const pieces: { text: string; classes: string }[] = [];
  const put = (text: string, classes: string): void => void pieces.push({ text, classes });
  highlightCode(code, parser.parse(code), classHighlighter, put, () => {
    put("\n", "");
  });
  return pieces;
}

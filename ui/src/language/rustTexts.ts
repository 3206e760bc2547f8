/** A text in quotes in the sources of the application. */
export type Written = {
  file: string;
  text: string;
  /** Whether it looks as if a person were told. */
  isSentence: boolean;
};

/** Texts of whole words, as a person might read them. One word by itself is a name or a field. */
const PROSE = /\p{L}{2,}[,:;.?!)”"’']*\s+["“(]?[\p{L}{]|[}][,:;]?\s+\p{L}{2,}/u;
const SQL = /^\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|WHERE|DROP|CREATE|ALTER|BEGIN|COMMIT|ATTACH|VACUUM)\b/;

/** Whose words are for whoever repairs the application: its own log, what can't happen, and notes for the compiler. */
const FOR_DEVELOPERS =
  /^(expect|expect_err|(debug_)?assert\w*!|panic!|unreachable!|trace!|debug!|info!|warn!|error!|\w*span!|#|#!)$/;
/** The one attribute that holds words for a person. */
const ERROR = "error";

const TOKEN = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
    String.raw`(?<test>#\[cfg\((?:test|all\(test,[^\]]*)\)\])`,
    String.raw`\bb?r(?<hashes>#*)"(?<raw>[\s\S]*?)"\k<hashes>`,
    String.raw`b?"(?<text>(?:\\[\s\S]|[^"\\])*)"`,
    String.raw`'(?:\\(?:u\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'`,
    String.raw`(?<open>[([{])|(?<close>[)\]}])|(?<end>;)`,
  ].join("|"),
  "g",
);

/** The texts in one file, without its tests. */
export function textsOf(file: string, source: string): Written[] {
  const found: Written[] = [];
  const around: string[] = [];
  let testAt: number | null = null;
  for (const match of source.matchAll(TOKEN)) {
    const { test, raw, text, open, close, end } = match.groups ?? {};
    if (test !== undefined) testAt ??= around.length;
    else if (open !== undefined) around.push(nameBefore(source, match.index));
    else if (close !== undefined) around.pop();
    else if (raw !== undefined || text !== undefined) {
      const words = raw ?? unescaped(text ?? "");
      if (testAt === null) found.push({ file, text: words, isSentence: isSentence(words, around) });
    }
    if (testAt === around.length && (end !== undefined || close === "}")) testAt = null;
  }
  return found;
}

/** Files that a module of tests is in: `#[cfg(test)] mod tests;` and whatever lies below it. */
export function testFiles(file: string, source: string): string[] {
  const folder = file.replace(/(?:\/(?:mod|lib|main))?\.rs$/, "");
  const names = [
    ...source.matchAll(/#\[cfg\((?:test|all\(test,[^\]]*)\)\]\s*(?:pub(?:\([a-z]+\))? )?mod (\w+);/g),
  ];
  return names.map(([, name]) => `${folder}/${name ?? ""}`);
}

/** What is opened there: a function, a macro with its `!`, an attribute with its `#`. */
function nameBefore(source: string, at: number): string {
  return /(\w+!?|#!?)\s*$/.exec(source.slice(Math.max(0, at - 60), at))?.[1] ?? "";
}

function isSentence(text: string, around: string[]): boolean {
  if (around.at(-1) === ERROR && around.at(-2) === "#") return true;
  if (around.some((name) => FOR_DEVELOPERS.test(name))) return false;
  return PROSE.test(text) && !SQL.test(text);
}

/** As the compiler reads it: a line that ends with a backslash goes on behind the blanks of the next. */
function unescaped(text: string): string {
  return text.replace(/\\(\n\s*|u\{([0-9a-fA-F]+)\}|[\s\S])/g, (_, rest: string, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(parseInt(code, 16));
    if (rest.startsWith("\n")) return "";
    return { n: "\n", t: "\t", r: "\r" }[rest] ?? rest;
  });
}

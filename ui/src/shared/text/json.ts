import { say } from "$language/say";

/**
 * JSON as it was written. Numbers and strings keep their own text, because a page that shows what a model wrote must
 * not show 12345678901234567890 as another number.
 */
export type JsonNode =
  | { type: "object"; members: { key: string; value: JsonNode }[] }
  | { type: "array"; items: JsonNode[] }
  | { type: "literal"; kind: LiteralKind; text: string };

export type LiteralKind = "string" | "number" | "word";

/** What is wrong and where. A fault that is at no place in a text is at line 0. */
export type JsonFault = { message: string; line: number; column: number };

export type JsonRead = { node: JsonNode; fault: null } | { node: null; fault: JsonFault };

export function readJson(text: string): JsonRead {
  const reader = new Reader(text);
  try {
    return { node: reader.document(), fault: null };
  } catch (error) {
    if (error instanceof Misread)
      return { node: null, fault: { message: error.message, ...placeOf(text, error.at) } };
    throw error;
  }
}

/** Why a text can't be the arguments of a call. No text at all means no arguments. */
export function argumentsFault(text: string): JsonFault | null {
  if (text.trim() === "") return null;
  const { node, fault } = readJson(text);
  if (fault !== null) return fault;
  if (node.type === "object") return null;
  return { message: say("Arguments are an object: { … }"), line: 1, column: 1 };
}

export function listFault(text: string): JsonFault | null {
  if (text.trim() === "") return null;
  const { node, fault } = readJson(text);
  if (fault !== null) return fault;
  return node.type === "array" ? null : { message: say("This is a list: [ … ]"), line: 1, column: 1 };
}

/** The same JSON over several lines, every literal as it was written. What is no JSON stays as it is. */
export function prettyJson(text: string): string {
  const { node } = readJson(text);
  return node === null ? text : write(node, "");
}

/** A value over several lines. */
export function prettyNode(node: JsonNode): string {
  return write(node, "");
}

/** The same JSON in one line. */
export function writeInline(node: JsonNode): string {
  switch (node.type) {
    case "literal":
      return node.text;
    case "array":
      return `[${node.items.map(writeInline).join(", ")}]`;
    case "object":
      return `{${node.members.map(({ key, value }) => `${JSON.stringify(key)}: ${writeInline(value)}`).join(", ")}}`;
  }
}

function write(node: JsonNode, indent: string): string {
  const inner = `${indent}  `;
  if (node.type === "literal") return node.text;
  if (node.type === "array") {
    if (node.items.length === 0) return "[]";
    return `[\n${node.items.map((item) => inner + write(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (node.members.length === 0) return "{}";
  const members = node.members.map(
    ({ key, value }) => `${inner}${JSON.stringify(key)}: ${write(value, inner)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Misread extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
// Control characters are what a JSON string must not hold as they are.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const DEEPEST = 200;

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const node = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw this.#misread(say("The JSON ends before this: nothing may follow it"));
    return node;
  }

  #value(): JsonNode {
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === undefined)
      throw this.#misread(say("The text ends too early: a value or a closing bracket is missing"));
    if (next === "{") return this.#nested(() => this.#object());
    if (next === "[") return this.#nested(() => this.#array());
    if (next === '"') return { type: "literal", kind: "string", text: this.#string() };
    const number = this.#match(NUMBER);
    if (number !== null) return { type: "literal", kind: "number", text: number };
    const word = this.#match(WORD);
    if (word !== null) return { type: "literal", kind: "word", text: word };
    throw this.#misread(say("A value can't begin with {next}", { next }));
  }

  #nested(read: () => JsonNode): JsonNode {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#misread(say("The JSON is nested too deeply to be read"));
    this.#at += 1;
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #object(): JsonNode {
    const members: { key: string; value: JsonNode }[] = [];
    if (this.#takes("}")) return { type: "object", members };
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"')
        throw this.#misread(say('A name in double quotes is missing here, such as "city"'));
      const key = JSON.parse(this.#string()) as string;
      if (!this.#takes(":")) throw this.#misread(say("A colon (:) is missing after the name"));
      members.push({ key, value: this.#value() });
    } while (this.#takes(","));
    if (!this.#takes("}")) throw this.#misread(say("A comma or a closing brace } is missing here"));
    return { type: "object", members };
  }

  #array(): JsonNode {
    const items: JsonNode[] = [];
    if (this.#takes("]")) return { type: "array", items };
    do items.push(this.#value());
    while (this.#takes(","));
    if (!this.#takes("]")) throw this.#misread(say("A comma or a closing bracket ] is missing here"));
    return { type: "array", items };
  }

  #string(): string {
    const found = this.#match(STRING);
    if (found === null)
      throw this.#misread(
        say("A closing quote is missing, or the text has a line break or backslash that is not escaped"),
      );
    return found;
  }

  #takes(mark: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "x")) this.#at += 1;
  }

  #misread(message: string): Misread {
    return new Misread(message, this.#at);
  }
}

import { readJson } from "$shared/text/json";

/** What was not as JSON wants it. */
export type Slip =
  "fence" | "trailingComma" | "quotes" | "bareName" | "words" | "comment" | "missingComma" | "open";

/** A text that was nearly JSON, as JSON, and what had to be repaired. */
export type Repaired = { text: string; slips: Slip[] };

/** A longer text is no slip of a person's hand. */
const LONGEST = 200_000;

const FENCE = /^\s*```[a-z]*\n([\s\S]*?)\n?```\s*$/i;
const BARE = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const OPENING: Record<string, string> = { "'": "'", "`": "`", "“": "”", "‘": "’", "„": "“", '"': '"' };
const WORDS: Record<string, string> = {
  True: "true",
  False: "false",
  None: "null",
  undefined: "null",
  NaN: "null",
};

/** JSON out of what is nearly JSON. Nothing, where it is JSON already or too far from it to know what was meant. */
export function repairJson(text: string): Repaired | null {
  if (text.length > LONGEST || text.trim() === "" || readJson(text).fault === null) return null;
  const fenced = FENCE.exec(text)?.[1];
  const repairer = new Repairer(fenced ?? text);
  if (fenced !== undefined) repairer.slips.add("fence");
  const repaired = repairer.document();
  return repaired === null || readJson(repaired).fault !== null
    ? null
    : { text: repaired, slips: [...repairer.slips] };
}

/** Whether words look as if JSON was meant by them. */
export function looksLikeJson(text: string): boolean {
  const bare = (FENCE.exec(text)?.[1] ?? text).trim();
  return /^[[{]/.test(bare) && (readJson(bare).fault === null || repairJson(bare) !== null);
}

/** Reads what is nearly JSON piece by piece, and writes it as JSON. White space and numbers stay as they are. */
class Repairer {
  readonly slips = new Set<Slip>();
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): string | null {
    const value = this.#value();
    const end = this.#space();
    return value === null || this.#at < this.#text.length ? null : `${value}${end}`;
  }

  #value(): string | null {
    const space = this.#space();
    const next = this.#text[this.#at];
    const value =
      next === "{" || next === "["
        ? this.#group(next)
        : next !== undefined && next in OPENING
          ? this.#quoted()
          : (this.#number() ?? this.#word());
    return value === null ? null : space + value;
  }

  /** An object or a list. */
  #group(open: "{" | "["): string | null {
    const close = open === "{" ? "}" : "]";
    this.#depth += 1;
    this.#at += 1;
    if (this.#depth > 100) return null;
    let written: string = open;
    let isFirst = true;
    for (;;) {
      const space = this.#space();
      const next = this.#text[this.#at];
      if (next === undefined) this.slips.add("open");
      if (next === close || next === undefined) {
        this.#at += 1;
        this.#depth -= 1;
        return `${written}${space}${close}`;
      }
      const entry = open === "{" ? this.#member() : this.#value();
      if (entry === null) return null;
      written += `${isFirst ? "" : ","}${space}${entry}`;
      isFirst = false;
      if (!this.#comma(close)) return null;
    }
  }

  /** The comma behind an entry, which may be one too many or missing. */
  #comma(close: string): boolean {
    const back = this.#at;
    this.#space();
    const next = this.#text[this.#at];
    if (next === ",") {
      this.#at += 1;
      const behind = this.#at;
      this.#space();
      const after = this.#text[this.#at];
      if (after === close || after === undefined) this.slips.add("trailingComma");
      this.#at = behind;
      return true;
    }
    this.#at = back;
    if (next === close || next === undefined) return true;
    // Only a new line tells that another entry was meant.
    if (!this.#text.slice(back, this.#textAt(back)).includes("\n")) return false;
    this.slips.add("missingComma");
    return true;
  }

  /** Where the text goes on behind white space. */
  #textAt(from: number): number {
    const rest = this.#text.slice(from).search(/\S/);
    return rest < 0 ? this.#text.length : from + rest;
  }

  #member(): string | null {
    const next = this.#text[this.#at];
    const name = next !== undefined && next in OPENING ? this.#quoted() : this.#bareName();
    if (name === null) return null;
    const space = this.#space();
    if (this.#text[this.#at] !== ":") return null;
    this.#at += 1;
    const value = this.#value();
    return value === null ? null : `${name}${space}:${value}`;
  }

  #bareName(): string | null {
    const name = this.#match(BARE) ?? this.#match(/\d+/y);
    if (name === null) return null;
    this.slips.add("bareName");
    return JSON.stringify(name);
  }

  #quoted(): string | null {
    const open = this.#text[this.#at] ?? "";
    const close = OPENING[open] ?? open;
    let said = "";
    let at = this.#at + 1;
    for (; this.#text[at] !== close; at += 1) {
      const letter = this.#text[at];
      if (letter === undefined || (letter === "\n" && open !== "`")) return null;
      if (letter === "\\" && this.#text[at + 1] !== undefined) {
        const escaped = this.#text[at + 1] ?? "";
        // JSON knows no escaped apostrophe.
        said += escaped === "'" || escaped === "`" ? escaped : `\\${escaped}`;
        at += 1;
      } else said += letter === '"' ? '\\"' : letter === "\n" ? "\\n" : letter === "\t" ? "\\t" : letter;
    }
    this.#at = at + 1;
    if (open !== '"') this.slips.add("quotes");
    return `"${said}"`;
  }

  #number(): string | null {
    const found = this.#match(NUMBER);
    if (found === null) return null;
    const whole = found
      .replace(/^\+/, "")
      .replace(/^(-?)\./, "$10.")
      .replace(/\.(?=$|[eE])/, "");
    if (whole !== found) this.slips.add("words");
    return whole;
  }

  #word(): string | null {
    const word = this.#match(BARE);
    if (word === null) return null;
    if (word === "true" || word === "false" || word === "null") return word;
    const meant = WORDS[word];
    if (meant !== undefined) this.slips.add("words");
    return meant ?? null;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  /** White space as it is. Comments, which JSON does not have, are left out. */
  #space(): string {
    const blank = this.#match(/\s+/y) ?? "";
    const comment = this.#match(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*/y);
    if (comment === null) return blank;
    this.slips.add("comment");
    return blank + this.#space();
  }
}

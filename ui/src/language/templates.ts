/** A template as it stands in a table: sentences with places in braces, and what becomes of each place. */
export type Table = Readonly<Record<string, string>>;

/** What stands in a place: anything, digits, a sentence that is told as well, or a single word. */
type Manner = "any" | "number" | "told" | "word";
type Piece = { name: string; manner: Manner } | string;

type Template = {
  literals: string[];
  names: string[];
  /** Which places hold digits. */
  numbers: boolean[];
  pieces: Piece[];
  /** The letters that are its own. */
  weight: number;
};

const PLACE = /\{(\w*)(?::[^{}]*)?\}/g;
const SAID = /\{(\w+)(?::(number|told|word))?\}/g;
/** Sentences are short. What is longer is mostly somebody's data, and is shown as it came. */
const LONGEST = 8_000;
/** How many sentences one may be looked at for that are in it: an error has its cause in it, which has its own. */
const MOST = 100;
/** How much of a beginning finds a template. */
const KEY = 6;
/** How many ends the first part of “a: b” may have. */
const SPLITS = 8;

/** Says sentences in other words, by templates that were made ready once. */
export class Interpreter {
  readonly #whole = new Map<string, string>();
  readonly #byBeginning = new Map<string, Template[]>();
  readonly #others: Template[] = [];
  /** “{place}: {reason}” says nothing by itself, and holds only where its reason is known. */
  readonly #joints: Template[] = [];
  readonly #words: Table;
  #left = MOST;

  constructor(table: Table, words: Table) {
    this.#words = words;
    for (const [written, said] of Object.entries(table)) this.#add(compiled(written, said), written, said);
    for (const list of this.#byBeginning.values()) list.sort(longestFirst);
  }

  /** The sentence in other words, or as it was where no template fits. */
  tell(text: string): string {
    this.#left = MOST;
    return this.#told(text, this.#joints) ?? text;
  }

  #add(template: Template, written: string, said: string): void {
    const [first = ""] = template.literals;
    if (template.names.length === 0) this.#whole.set(written, said);
    else if (template.weight === 0) this.#joints.push(template);
    else if (first === "") this.#others.push(template);
    else {
      const key = first.slice(0, KEY);
      this.#byBeginning.set(key, [...(this.#byBeginning.get(key) ?? []), template]);
    }
  }

  #told(text: string, joints: Template[]): string | null {
    this.#left -= 1;
    if (this.#left < 0 || text === "" || text.length > LONGEST) return null;
    const whole = this.#whole.get(text);
    if (whole !== undefined) return whole;
    for (let length = KEY; length > 0; length -= 1)
      for (const template of this.#byBeginning.get(text.slice(0, length)) ?? []) {
        const values = fit(template, text);
        if (values !== null) return this.#said(template, values, this.#joints);
      }
    return this.#bySomethingWithin(text) ?? this.#joined(text, joints);
  }

  /** Of templates that begin with a place, the one whose words come first: what follows may be another's words. */
  #bySomethingWithin(text: string): string | null {
    let best: { template: Template; values: string[]; at: number } | null = null;
    for (const template of this.#others) {
      const values = fit(template, text);
      if (values === null) continue;
      const at = values[0]?.length ?? 0;
      const isBetter =
        best === null || at < best.at || (at === best.at && template.weight > best.template.weight);
      if (isBetter) best = { template, values, at };
    }
    return best === null ? null : this.#said(best.template, best.values, this.#joints);
  }

  /** No joint is in itself: in “a: b: c” either the “a” is longer than it seems, or the “b” joins in another way. */
  #joined(text: string, joints: Template[]): string | null {
    for (const template of joints)
      for (let split = 0; split < SPLITS; split += 1) {
        const values = fit(template, text, split);
        if (values === null) break;
        const others = joints.filter((joint) => joint !== template);
        const said = this.#said(template, values, others);
        if (said !== null) return said;
      }
    return null;
  }

  /** A joint is said only where something in it is known. */
  #said({ pieces, names, weight }: Template, values: string[], joints: Template[]): string | null {
    let isKnown = weight > 0;
    const said = pieces.map((piece) => {
      if (typeof piece === "string") return piece;
      const value = values[names.indexOf(piece.name)] ?? "";
      const other = this.#valued(value, piece.manner, joints);
      isKnown ||= other !== null;
      return other ?? value;
    });
    return isKnown ? said.join("") : null;
  }

  #valued(value: string, manner: Manner, joints: Template[]): string | null {
    if (manner === "word") return this.#words[value] ?? null;
    return manner === "told" ? this.#told(value, joints) : null;
  }
}

/** A template without the names of its places. */
export function shapeOf(written: string): string {
  return written.replace(PLACE, "{}");
}

/** The names of the places. One without a name goes by its number, from 0. */
export function placesOf(written: string): string[] {
  return [...written.matchAll(PLACE)].map(([, name], place) => (name === "" ? String(place) : (name ?? "")));
}

/** The names of the places that are said. */
export function namesSaid(said: string): string[] {
  return [...said.matchAll(SAID)].map(([, name]) => name ?? "");
}

function compiled(written: string, said: string): Template {
  const literals = written.split(PLACE).filter((_, at) => at % 2 === 0);
  const letters = literals.join("").match(/\p{L}/gu);
  const [names, pieces] = [placesOf(written), piecesOf(said)];
  const isNumber = (name: string): boolean =>
    pieces.some((piece) => typeof piece !== "string" && piece.name === name && piece.manner === "number");
  return { literals, names, numbers: names.map(isNumber), pieces, weight: letters?.length ?? 0 };
}

function piecesOf(said: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: whole, 1: name = "", 2: manner, index } of said.matchAll(SAID)) {
    pieces.push(said.slice(from, index), { name, manner: (manner ?? "any") as Manner });
    from = index + whole.length;
  }
  return [...pieces, said.slice(from)];
}

function longestFirst(one: Template, other: Template): number {
  const length = ({ literals }: Template): number => literals[0]?.length ?? 0;
  return length(other) - length(one) || other.weight - one.weight;
}

/**
 * What stands in the places, if the text is made by this template. Each place is as short as it can be, so a text is
 * gone through once; where two places touch, the first has it all.
 */
function fit({ literals, numbers }: Template, text: string, split = 0): string[] | null {
  const [first = ""] = literals;
  const last = literals.at(-1) ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return null;
  const end = text.length - last.length;
  const values: string[] = [];
  let at = first.length;
  let touching: string[] = [];
  for (const literal of literals.slice(1, -1)) {
    if (literal === "") {
      touching.push("");
      continue;
    }
    let found = text.indexOf(literal, at);
    for (let more = values.length === 0 ? split : 0; more > 0 && found >= 0; more -= 1)
      found = text.indexOf(literal, found + 1);
    if (found < 0 || found + literal.length > end) return null;
    values.push(text.slice(at, found), ...touching);
    [at, touching] = [found + literal.length, []];
  }
  values.push(text.slice(at, end), ...touching);
  return values.some((value, place) => numbers[place] === true && !/^-?\d+$/.test(value)) ? null : values;
}

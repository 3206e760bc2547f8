import { list, say } from "$language/say";

/** What stands in a text and can't be seen: as it is, as it is shown, and what it is called. */
export type Unseen = { raw: string; mark: string; found: Found[] };

/** Characters of one kind, or a run that pushes what follows out of view. */
export type Found = { name: string; count: number; isRun: boolean };

/** Where a text is shown: over several lines, or in one, in which a line break or a few blanks already hide something. */
export type Place = "lines" | "line";

const SYMBOLS = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;
const JOINING = ["Arab", "Syrc", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"]
  .concat(["Mlym", "Sinh", "Khmr", "Mymr", "Tibt"])
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");

/** What needs such characters to be written right: joined emoji, flags, keys, forms of ideographs, joined letters. */
const FINE = [
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`${SYMBOLS}(?:\u200d${SYMBOLS})*`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`\p{Sm}\ufe00`,
  String.raw`\p{Script=Mong}[\u180b-\u180d\u180f]`,
  String.raw`[\u2801-\u28ff][\u2800-\u28ff]*`,
  String.raw`(?=[\p{L}\p{M}])[${JOINING}][\u200c\u200d]`,
].join("|");

/** Tabs, line breaks and the signs that Arabic and others write around numbers can be seen. */
const SEEN = String.raw`[\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]|\r\n`;
const HIDDEN = String.raw`(?!${SEEN})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;
const BLANK = String.raw`[ \t\p{Zs}]`;

/** Blanks in a row from which on they hide what follows. */
const BLANKS: Record<Place, number> = { lines: 81, line: 9 };
const LINE_BREAKS = 20;

const RUNS: Record<Place, string> = {
  lines: String.raw`${BLANK}{${BLANKS.lines},}|(?:\r?\n${BLANK}*){${LINE_BREAKS},}`,
  line: String.raw`${BLANK}{${BLANKS.line},}|\t|\r?\n`,
};
/** What can’t be seen, among what only looks as if: `marksOf` tells them apart. */
export const ALL = {
  lines: new RegExp(`(?:${FINE})|(?:${HIDDEN})+|${RUNS.lines}`, "gu"),
  line: new RegExp(`(?:${FINE})|(?:${HIDDEN})+|${RUNS.line}`, "gu"),
};
const SOME = {
  lines: new RegExp(`${HIDDEN}|${RUNS.lines}`, "u"),
  line: new RegExp(`${HIDDEN}|${RUNS.line}`, "u"),
};
const IS_FINE = new RegExp(`^(?:${FINE})$`, "u");
const IS_BLANK = new RegExp(`^(?:${BLANK}|[\\r\\n])+$`, "u");

/** More marks than these in one text are put into its words, because each is an element of the page. */
const MOST = 2_000;

const NAMES: Record<number, string> = {
  0x0: say("null"),
  0x8: say("backspace"),
  0x9: say("tab"),
  0xa: say("line break"),
  0xd: say("carriage return"),
  0x1b: say("escape"),
  0x7f: say("delete"),
  0xad: say("soft hyphen"),
  0x34f: say("combining grapheme joiner"),
  0x61c: say("Arabic letter mark"),
  0x115f: say("Hangul filler"),
  0x1160: say("Hangul filler"),
  0x180e: say("Mongolian vowel separator"),
  0x200b: say("zero-width space"),
  0x200c: say("zero-width non-joiner"),
  0x200d: say("zero-width joiner"),
  0x200e: say("left-to-right mark"),
  0x200f: say("right-to-left mark"),
  0x2028: say("line separator"),
  0x2029: say("paragraph separator"),
  0x202a: say("left-to-right embedding"),
  0x202b: say("right-to-left embedding"),
  0x202c: say("pop directional formatting"),
  0x202d: say("left-to-right override"),
  0x202e: say("right-to-left override"),
  0x2060: say("word joiner"),
  0x2066: say("left-to-right isolate"),
  0x2067: say("right-to-left isolate"),
  0x2068: say("first strong isolate"),
  0x2069: say("pop directional isolate"),
  0x2800: say("blank in braille"),
  0x3164: say("Hangul filler"),
  0xfeff: say("byte order mark"),
  0xffa0: say("Hangul filler"),
};

/** What marks them where it is written into words. */
export function bracketed({ mark }: Unseen): string {
  return `⟨${mark}⟩`;
}

/** A text cut where something in it can't be seen. Put together, the stretches are the text. */
export function stretches(text: string, place: Place = "lines"): (string | Unseen)[] {
  if (!SOME[place].test(text)) return [text];
  const parts: (string | Unseen)[] = [];
  let at = 0;
  let marks = 0;
  for (const match of text.matchAll(ALL[place])) {
    const unseen = marksOf(match[0]);
    if (unseen.length === 0) continue;
    if (marks > MOST) break;
    marks += unseen.length;
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push(...unseen);
    at = match.index + match[0].length;
  }
  const rest = text.slice(at);
  if (rest !== "") parts.push(marks > MOST ? inWords(rest, place) : rest);
  return parts;
}

/** The text in one line of plain words, where no mark can have a style of its own: a tip, a name that is heard. */
export function shownText(text: string): string {
  return SOME.line.test(text) ? inWords(text, "line") : text;
}

/** What of these texts can't be seen, told in one line. */
export function unseenLine(texts: string[], place: Place = "lines"): string | null {
  const counts = new Map<string, Found>();
  for (const text of texts) {
    if (!SOME[place].test(text)) continue;
    for (const [whole] of text.matchAll(ALL[place])) for (const one of foundIn(whole)) add(counts, one);
  }
  if (counts.size === 0) return null;
  return say("Holds characters that can’t be seen: {list}", {
    list: list([...counts.values()].map(foundText)),
  });
}

/** JSON as it is read: what is written as an escape there comes out of it as the character itself. */
export function unescaped(json: string): string {
  return json.replace(/\\(?:u([0-9a-fA-F]{4})|.)/gs, (whole, code: string | undefined) =>
    code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The host of an address as it is looked up, where that is not what is read: other letters, a name before an `@`. */
export function hostLines(address: string): string[] {
  const { host, username } = partsOf(address);
  const isRead = username === "" && address.toLowerCase().includes(host);
  return isRead ? [] : [say("Its host is {host}", { host })];
}

function partsOf(address: string): { host: string; username: string } {
  try {
    return new URL(address);
  } catch {
    return { host: "", username: "" };
  }
}

/** What a mark stands for, in words. */
export function unseenTitle({ found }: Unseen): string {
  return list(found.map(foundText));
}

function inWords(text: string, place: Place): string {
  return text.replace(ALL[place], (whole) => {
    const unseen = marksOf(whole);
    return unseen.length === 0 ? whole : unseen.map(bracketed).join("");
  });
}

/** A match as marks: each character for itself, equal ones together, and of a crowd the first and the last. */
function marksOf(raw: string): Unseen[] {
  const found = foundIn(raw);
  const [only] = found;
  if (only === undefined) return [];
  if (only.isRun) return [{ raw, mark: foundText(only), found }];
  const groups = raw.match(/(\r\n|.)\1*/gsu) ?? [];
  if (groups.length <= 4)
    return groups.map((group) => ({ raw: group, mark: crowd(Array.from(group)), found: foundIn(group) }));
  return [{ raw, mark: crowd(Array.from(raw)), found }];
}

function crowd(letters: string[]): string {
  const [first = "", last = first] = [letters[0], letters.at(-1)];
  const ends = first === last ? codeOf(first) : `${codeOf(first)} … ${codeOf(last)}`;
  return letters.length === 1 ? ends : `${ends} × ${letters.length}`;
}

/** The code point of a character, as Unicode writes it: `U+202E`. */
export function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function foundIn(raw: string): Found[] {
  if (IS_BLANK.test(raw)) return [blanksIn(raw)];
  if (!SOME.lines.test(raw) || IS_FINE.test(raw)) return [];
  const counts = new Map<string, Found>();
  for (const letter of raw) add(counts, { name: nameOf(letter.codePointAt(0) ?? 0), count: 1, isRun: false });
  return [...counts.values()];
}

function blanksIn(raw: string): Found {
  const breaks = raw.split("\n").length - 1;
  if (breaks > 1) return { name: say("line breaks in a row"), count: breaks, isRun: true };
  if (breaks === 1) return { name: nameOf(0xa), count: 1, isRun: false };
  if (raw === "\t" || raw === "\r") return { name: nameOf(raw.charCodeAt(0)), count: 1, isRun: false };
  return { name: say("blanks in a row"), count: raw.length, isRun: true };
}

function nameOf(code: number): string {
  const own = NAMES[code];
  if (own !== undefined) return own;
  if (code < 0xa0) return say("control character");
  if (code >= 0xe0000 && code <= 0xe007f) return say("tag");
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return say("variation selector");
  return say("character without a form");
}

function add(counts: Map<string, Found>, { name, count, isRun }: Found): void {
  // Of runs each has its own length.
  const key = isRun ? `${name} ${count}` : name;
  const before = counts.get(key);
  counts.set(key, { name, isRun, count: isRun ? count : count + (before?.count ?? 0) });
}

function foundText({ name, count, isRun }: Found): string {
  return isRun ? `${count} ${name}` : `${count} × ${name}`;
}

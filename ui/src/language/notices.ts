import type { CommandError, Notice, NoticeValue } from "$contract";
import type { NoticeCrate, NoticeIdOf } from "$contract/notices";
import { filledIn, type Join } from "$language/joining";

/** Words for every notice of a crate. One that is missing does not compile, nor does one that nobody makes any more. */
export type Words<Crate extends NoticeCrate> = Readonly<Record<NoticeIdOf<Crate>, string>>;

/** How one language tells notices. */
export type Telling = {
  words: Readonly<Record<string, string>>;
  colon: string;
  semicolon: string;
  join: Join;
  /** Whether a sentence begins with a capital letter. */
  hasCapitals: boolean;
};

/** What other software says, and sentences of logs that were written before there were ids. */
const WRITTEN = "as-written";

/** A notice of words that are shown as they are. */
export function asWritten(text: string): Notice {
  return { id: WRITTEN, values: { text } };
}

/** An error of the page itself. */
export function pageError(message: string, advice: string | null): CommandError {
  return {
    code: "failed",
    message: asWritten(message),
    advice: advice === null ? null : asWritten(advice),
  };
}

/** The words of all crates, by id. */
export function joined(words: Readonly<Record<NoticeCrate, Readonly<Record<string, string>>>>): {
  [id: string]: string;
} {
  return Object.assign({}, ...Object.values(words)) as Record<string, string>;
}

/** A notice in words: its own, its values in their places, and what led to it behind a colon. */
export function noticeIn(telling: Telling, { id, values, cause }: Notice): string {
  const said =
    id === WRITTEN && typeof values.text === "string"
      ? values.text
      : filled(telling, telling.words[id] ?? unknown(id, values), values);
  return cause === undefined ? said : said + telling.colon + noticeIn(telling, cause);
}

/** A notice that stands alone. The application's own first word gets a capital; a name or another's words stay as written. */
export function sentenceIn(telling: Telling, notice: Notice): string {
  const said = noticeIn(telling, notice);
  if (!telling.hasCapitals || !beginsWithWord(telling, notice)) return said;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** A word of a name, as in `plugin.toml`, has no blank behind it. */
function beginsWithWord(telling: Telling, { id, values }: Notice): boolean {
  const words = telling.words[id] ?? "";
  const place = /^\{(\w+)\}/.exec(words)?.[1];
  if (place === undefined) return /^[a-z'’-]+(?=[,:;]? |$)/.test(words);
  const value = [values[place]].flat()[0];
  return typeof value === "object" && beginsWithWord(telling, value);
}

/** Backticks mark code in a terminal. The window shows them as quotation marks. */
function quoted(words: string): string {
  return words.replace(/`([^`]+)`/g, "“$1”");
}

function filled(telling: Telling, words: string, values: Notice["values"]): string {
  const valueOf = (name: string): string | undefined => {
    const value = values[name];
    return value === undefined ? undefined : valueIn(telling, value);
  };
  return filledIn(quoted(words), valueOf, telling.join);
}

function valueIn(telling: Telling, value: NoticeValue): string {
  if (Array.isArray(value)) return value.map((one) => noticeIn(telling, one)).join(telling.semicolon);
  return typeof value === "object" ? noticeIn(telling, value) : String(value);
}

/** A log may name what only another version has words for. */
function unknown(id: string, values: Notice["values"]): string {
  const places = Object.keys(values).map((name) => `{${name}}`);
  return places.length === 0 ? id : `${id} (${places.join(", ")})`;
}

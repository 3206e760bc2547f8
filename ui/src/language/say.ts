import { CHINESE } from "$language/chinese";
import { type Language, language } from "$language/language";
import { wholeNumber } from "$language/number";

/** A phrase in English, which is its own key. A phrase that is not in the catalogue does not compile. */
export type Phrase = keyof typeof CHINESE;

/** The names in braces. What has a blank or another brace in it is no name but a part of an example. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${" " | "{" | "%" | '"' | "…"}${string}` ? never : Name) | Names<Rest>
  : never;

type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Record<Names<Text>, string | number>];

/** A phrase in the language of this page, with what belongs into its braces. */
export function say<Text extends Phrase>(phrase: Text, ...[values]: Values<Text>): string {
  return sayIn(language, phrase, values);
}

/** So many of something. English has a word for one and a word for more. */
export function count(number: number, one: Phrase, many: Phrase): string {
  return `${wholeNumber(number)} ${sayIn(language, number === 1 ? one : many)}`;
}

/** Several things beside each other. */
export function list(texts: readonly string[]): string {
  return texts.join(language === "zh" ? "、" : ", ");
}

export function sayIn(
  spoken: Language,
  phrase: Phrase,
  values: Record<string, string | number> = {},
): string {
  const words: string = spoken === "zh" ? CHINESE[phrase] : phrase;
  const parts = words.split(/(\{\w+\})/).map((part) => {
    const value = /^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] : undefined;
    return value === undefined ? part : String(value);
  });
  return spoken === "zh" ? parts.reduce(joinedInChinese, "") : parts.join("");
}

/** Puts a blank between Chinese and Latin letters where a value meets a phrase, and none between two Chinese ones. */
function joinedInChinese(before: string, after: string): string {
  if (/\p{Script=Han} $/u.test(before) && /^\p{Script=Han}/u.test(after)) return before.slice(0, -1) + after;
  if (/\p{Script=Han}$/u.test(before) && /^ \p{Script=Han}/u.test(after)) return before + after.slice(1);
  const isApart =
    (/\p{Script=Han}$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(after)) ||
    (/[\p{Script=Latin}\d%]$/u.test(before) && /^\p{Script=Han}/u.test(after));
  return isApart ? `${before} ${after}` : before + after;
}

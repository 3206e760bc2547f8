import { CHINESE } from "$language/chinese";
import { filledIn, joinedInChinese, joinedInEnglish } from "$language/joining";
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
  const valueOf = (name: string): string | undefined => values[name]?.toString();
  return filledIn(words, valueOf, spoken === "zh" ? joinedInChinese : joinedInEnglish);
}

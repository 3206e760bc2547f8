import { TOLD } from "$language/chinese/told";
import { WORDS_TOLD } from "$language/chinese/told/words";
import { type Language, language } from "$language/language";
import { Interpreter } from "$language/templates";

const interpreters: Partial<Record<Language, Interpreter>> = {};

/**
 * What the application tells a person, in the language of this page. The application speaks English, in its log as
 * well; what it says is found again by its templates. What is not found stays as it is.
 *
 * What models, functions and services said is data and no business of this.
 */
export function told(text: string): string {
  return toldIn(language, text);
}

export function toldIn(spoken: Language, text: string): string {
  if (spoken === "en") return text;
  interpreters[spoken] ??= new Interpreter(TOLD, WORDS_TOLD);
  return interpreters[spoken].tell(text);
}

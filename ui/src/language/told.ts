import { language } from "$language/language";
import type { Interpreter } from "$language/templates";

let interpreter: Interpreter | null = null;

/** Gets the words ready in which the application's sentences are said. Those who read English need none. */
export async function learn(): Promise<void> {
  if (language === "en") return;
  const { chineseInterpreter } = await import("$language/chinese/told");
  interpreter = chineseInterpreter();
}

/**
 * What the application tells a person, in the language of this page. The application speaks English, in its log as
 * well; what it says is found again by its templates. What is not found stays as it is.
 *
 * What models, functions and services said is data and no business of this.
 */
export function told(text: string): string {
  return interpreter === null ? text : interpreter.tell(text);
}

import type { Notice } from "$contract";
import { language } from "$language/language";
import { joined, noticeIn, type Telling } from "$language/notices";
import type { Interpreter } from "$language/templates";
import { ENGLISH } from "$contract/notices";

let interpreter: Interpreter | null = null;
let telling: Telling = { words: joined(ENGLISH), colon: ": ", semicolon: "; ", written };

/** Gets the words ready in which the application's sentences are said. Those who read English need none. */
export async function learn(): Promise<void> {
  if (language === "en") return;
  const [{ chineseInterpreter }, { CHINESE_NOTICES }] = await Promise.all([
    import("$language/chinese/told"),
    import("$language/chinese/notices"),
  ]);
  interpreter = chineseInterpreter();
  telling = { words: joined(CHINESE_NOTICES), colon: "：", semicolon: "；", written };
}

/**
 * What the application tells a person, in the language of this page. The application speaks English, in its log as
 * well; what it says as a sentence is found again by its templates, and what is not found stays as it is.
 *
 * What models, functions and services said is data and no business of this.
 */
export function told(said: Notice | string): string {
  return typeof said === "string" ? written(said) : noticeIn(telling, said);
}

function written(text: string): string {
  return interpreter === null ? text : interpreter.tell(text);
}

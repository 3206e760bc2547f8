import type { Notice } from "$contract";
import { joinedInChinese, joinedInEnglish } from "$language/joining";
import { language } from "$language/language";
import { joined, noticeIn, sentenceIn, type Telling } from "$language/notices";
import { ENGLISH } from "$contract/notices";

let telling: Telling = {
  words: joined(ENGLISH),
  colon: ": ",
  semicolon: "; ",
  join: joinedInEnglish,
  hasCapitals: true,
};

/** Gets the words ready in which notices are said. Those who read English need none. */
export async function learn(): Promise<void> {
  if (language === "en") return;
  const { CHINESE_NOTICES } = await import("$language/chinese/notices");
  telling = {
    words: joined(CHINESE_NOTICES),
    colon: "：",
    semicolon: "；",
    join: joinedInChinese,
    hasCapitals: false,
  };
}

/** What the application tells a person, in the language of this page. The words of others are shown as they are. */
export function told(said: Notice): string {
  return noticeIn(telling, said);
}

/** The same, where it stands alone. */
export function sentence(said: Notice): string {
  return sentenceIn(telling, said);
}

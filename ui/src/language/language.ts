export type Language = "en" | "zh";

/** Each in its own words, so that it is found by whoever reads no other. */
export const LANGUAGES: readonly { language: Language; title: string }[] = [
  { language: "en", title: "English" },
  { language: "zh", title: "中文" },
];

const KEPT_AS = "callwright.language";

/** What a person chose, else the first of the system's languages that is known here. */
export function languageOf(kept: string | null, wished: readonly string[]): Language {
  const known = (name: string): Language | undefined =>
    LANGUAGES.find(({ language }) => name.toLowerCase().split("-")[0] === language)?.language;
  const found = wished.map(known).find((language) => language !== undefined);
  return known(kept ?? "") ?? found ?? "en";
}

/** The language of this page. Words are made of it wherever they are needed, so it stays the same until the page is opened anew. */
export const language = languageOf(localStorage.getItem(KEPT_AS), navigator.languages);

/** What was said is in the log, so opening the page anew loses nothing of it. */
export function speak(chosen: Language): void {
  localStorage.setItem(KEPT_AS, chosen);
  location.reload();
}

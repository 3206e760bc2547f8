import { expect, test } from "vitest";
import { OF_THE_APPLICATION, TOLD } from "$language/chinese/told";
import { WORDS_TOLD } from "$language/chinese/told/words";
import { joined } from "$language/notices";
import { NOT_TOLD } from "$language/notTold";
import { testFiles, textsOf, type Written } from "$language/rustTexts";
import { shapeOf } from "$language/templates";
import { ENGLISH } from "$contract/notices";
import WEIGHTS from "../../../src-tauri/crates/workbench/weights.toml?raw";

const CRATES = "../../../src-tauri/crates/";
const SOURCES = import.meta.glob<string>("../../../src-tauri/crates/**/*.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});

function sources(): [file: string, source: string][] {
  const all = Object.entries(SOURCES).map(([path, source]): [string, string] => [
    path.slice(CRATES.length),
    source,
  ]);
  const tests = all.flatMap(([file, source]) => testFiles(file, source));
  const isTest = (file: string): boolean =>
    tests.some((test) => file === `${test}.rs` || file.startsWith(`${test}/`)) ||
    /^[\w-]+\/(tests|benches|examples)\//.test(file) ||
    // What makes notices: the words of others, and TypeScript.
    /^notices|contract\/notices\.rs$/.test(file);
  return all.filter(([file]) => !isTest(file));
}

/** What the list of models says of each. */
const ABOUT: Written[] = [...WEIGHTS.matchAll(/^about = "(.*)"$/gm)].map(([, text = ""]) => ({
  file: "workbench/weights.toml",
  text,
  isSentence: true,
}));

const TEXTS = sources()
  .flatMap(([file, source]) => textsOf(file, source))
  .concat(ABOUT);
const SENTENCES = TEXTS.filter(({ isSentence }) => isSentence);
const OF_NOTICES = Object.values(joined(ENGLISH)).flatMap((text) => [text, `${text}: {}`]);
const TOLD_SHAPES = new Set([...Object.keys(TOLD), ...Object.keys(WORDS_TOLD), ...OF_NOTICES].map(shapeOf));
const WRITTEN_SHAPES = new Set(TEXTS.map(({ text }) => shapeOf(text)));

/** What has no word of its own joins other sentences. */
function isJoint(text: string): boolean {
  return !/\p{L}/u.test(shapeOf(text));
}

function exceptions({ file, text }: Written): number[] {
  return NOT_TOLD.flatMap(({ places, sentences }, index) =>
    places.some((place) => file === place || (place.endsWith("/") && file.startsWith(place))) &&
    (sentences === undefined || sentences.includes(text))
      ? [index]
      : [],
  );
}

test("every sentence of the application has Chinese words", () => {
  const missing = SENTENCES.filter(
    (sentence) =>
      !isJoint(sentence.text) &&
      !TOLD_SHAPES.has(shapeOf(sentence.text)) &&
      exceptions(sentence).length === 0,
  );
  expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

test("every sentence with Chinese words stands in the application", () => {
  const known = [...Object.keys(OF_THE_APPLICATION), ...Object.keys(WORDS_TOLD)];
  expect(known.filter((sentence) => !WRITTEN_SHAPES.has(shapeOf(sentence)))).toEqual([]);
});

test("every exception is about a sentence", () => {
  const met = new Set(SENTENCES.flatMap(exceptions));
  expect(NOT_TOLD.filter((_, index) => !met.has(index))).toEqual([]);
  const said = new Set(TEXTS.map(({ text }) => text));
  const sentences = NOT_TOLD.flatMap(({ sentences }) => sentences ?? []);
  expect(sentences.filter((sentence) => !said.has(sentence))).toEqual([]);
});

test("a scan finds what is written in any way, and leaves out what nobody is told", () => {
  const source = `
    // "a comment says nothing"
    #[error("broken")]
    #[doc = "words for developers"]
    fn say<'a>(c: &'a char) -> String {
        warn!(error = "of the log", "nobody is told");
        let quoted = '"';
        place.expect("it cannot be otherwise");
        db.run("SELECT title FROM session");
        format!(
            "there is \\"one\\" \\
             and {more} \\u{4e2d}",
        );
        r#"a raw "text" as well"#.into()
    }
    #[cfg(test)]
    mod tests { fn check() { assert("not this one"); } }
    const LAST: &str = "the last one counts";
  `;
  const found = textsOf("crate/src/file.rs", source).filter(({ isSentence }) => isSentence);
  expect(found.map(({ text }) => text)).toEqual([
    "broken",
    'there is "one" and {more} 中',
    'a raw "text" as well',
    "the last one counts",
  ]);
});

test("files of tests are known by where they are named", () => {
  expect(testFiles("crate/src/lib.rs", "#[cfg(test)]\nmod corpus;")).toEqual(["crate/src/corpus"]);
  expect(testFiles("crate/src/part/mod.rs", "#[cfg(test)] pub(crate) mod tests;")).toEqual([
    "crate/src/part/tests",
  ]);
  expect(testFiles("crate/src/part.rs", "#[cfg(all(test, unix))]\nmod tests;")).toEqual([
    "crate/src/part/tests",
  ]);
});

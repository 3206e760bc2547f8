import { expect, test } from "vitest";
import {
  bracketed,
  type Place,
  shownText,
  stretches,
  unescaped,
  unseenLine,
  unseenTitle,
} from "$shared/text/unseen";

/** A text as a page shows it: the marks in brackets. */
function shown(text: string, place: Place = "lines"): string {
  return stretches(text, place)
    .map((part) => (typeof part === "string" ? part : bracketed(part)))
    .join("");
}

test("what turns or hides a text is shown by its code and told by its name", () => {
  const text = "rm \u202e/tmp/gol\u202c\u200b.txt";
  expect(shown(text)).toBe("rm ⟨U+202E⟩/tmp/gol⟨U+202C⟩⟨U+200B⟩.txt");
  expect(unseenLine([text, "\u202e"])).toBe(
    "Holds characters that can’t be seen: 2 × right-to-left override, 1 × pop directional formatting, 1 × zero-width space",
  );
});

test.each([
  ["\u001b[2K", "⟨U+001B⟩[2K"],
  ["\u0000\u0085\u007f", "⟨U+0000⟩⟨U+0085⟩⟨U+007F⟩"],
  ["a\rb", "a⟨U+000D⟩b"],
  ["so\u00adft", "so⟨U+00AD⟩ft"],
  ["\u115f\u3164\uffa0\u2800", "⟨U+115F⟩⟨U+3164⟩⟨U+FFA0⟩⟨U+2800⟩"],
  ["\u2028\u2029\ufeff\u2060", "⟨U+2028⟩⟨U+2029⟩⟨U+FEFF⟩⟨U+2060⟩"],
  ["a\ufe0fb", "a⟨U+FE0F⟩b"],
  ["a\u200db\u200cc", "a⟨U+200D⟩b⟨U+200C⟩c"],
  ["x\u{e0100}", "x⟨U+E0100⟩"],
  ["hi\u{e0068}\u{e0069}", "hi⟨U+E0068⟩⟨U+E0069⟩"],
  ["\u202e\u202e\u202e", "⟨U+202E × 3⟩"],
  ["\u{e0061}\u{e0062}\u{e0063}\u{e0064}\u{e0065}", "⟨U+E0061 … U+E0065 × 5⟩"],
])("%j is shown as %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
  expect(unseenLine([text])).not.toBeNull();
});

test.each([
  "שלום עולם, 123",
  "مرحبا بالعالم ١٢٣ \u0600",
  "می\u200cخواهم",
  "क्\u200dष श्री ක්\u200dෂ",
  "👩\u200d👩\u200d👧\u200d👦 👩🏽\u200d💻 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥 ☺\ufe0f ©\ufe0f",
  "1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇳🇴",
  "葛\u{e0100} 漢\u3000字 ᠠ\u180b ⠓\u2800⠊",
  "prix\u00a0: 12\u202f%\n\tindented\r\nand more",
  " ".repeat(80),
])("%j is written right, and stays as it is", (text) => {
  expect(stretches(text)).toEqual([text]);
  expect(unseenLine([text])).toBeNull();
});

test("a joiner or a selector that joins nothing is marked, also beside one that does", () => {
  expect(shown("👩\u200d👧\u200d")).toBe("👩\u200d👧⟨U+200D⟩");
  expect(shown("☺\ufe0f\ufe0f")).toBe("☺\ufe0f⟨U+FE0F⟩");
  expect(shown("می\u200c\u200cخ")).toBe("می\u200c⟨U+200C⟩خ");
  expect(shown("🏴\u{e0067}\u{e0068}\u{e0069}")).toBe("🏴⟨U+E0067⟩⟨U+E0068⟩⟨U+E0069⟩");
});

test("a run that pushes what follows out of view is shown as its length", () => {
  expect(shown(`ls${" ".repeat(300)}; rm`)).toBe("ls⟨300 blanks in a row⟩; rm");
  expect(shown(`ls${"\n".repeat(40)}rm`)).toBe("ls⟨40 line breaks in a row⟩rm");
  expect(unseenLine([`a${" ".repeat(300)}b${"\n \n".repeat(20)}`])).toBe(
    "Holds characters that can’t be seen: 300 blanks in a row, 40 line breaks in a row",
  );
});

test("in one line, line breaks, tabs and a few blanks hide something already", () => {
  const name = `read_file\n\tX${"\u00a0".repeat(12)}Y`;
  expect(shown(name)).toBe(name);
  expect(shown(name, "line")).toBe("read_file⟨U+000A⟩⟨U+0009⟩X⟨12 blanks in a row⟩Y");
  expect(shownText(name)).toBe("read_file⟨U+000A⟩⟨U+0009⟩X⟨12 blanks in a row⟩Y");
});

test("what is cut is the text, whatever is in it", () => {
  const text = `a\u202e\u0000${" ".repeat(90)}👩\u200d👧\u{e0041}\u{e0042}${"\u200b\u200c".repeat(5000)}${"x\u200b".repeat(4000)}`;
  const parts = stretches(text);
  expect(parts.length).toBeLessThan(5000);
  const rest = parts.at(-1);
  expect(rest).toContain("x⟨U+200B⟩");
  const raw = parts.slice(0, -1).map((part) => (typeof part === "string" ? part : part.raw));
  expect(text.startsWith(raw.join(""))).toBe(true);
});

test("a mark says in words what it stands for", () => {
  const marks = stretches("\u202e").flatMap((part) => (typeof part === "string" ? [] : [unseenTitle(part)]));
  expect(marks).toEqual(["1 × right-to-left override"]);
});

test("an escape in JSON is the character that comes out of it, and an escaped backslash is none", () => {
  expect(unescaped(String.raw`{"a": "\u202e\\u202e\n"}`)).toBe(`{"a": "\u202e${String.raw`\\u202e\n`}"}`);
});

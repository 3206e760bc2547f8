import { expect, test } from "vitest";
import { CHINESE_NOTICES } from "$language/chinese/notices";
import { joinedInChinese } from "$language/joining";
import { asWritten, joined, noticeIn, sentenceIn, type Telling } from "$language/notices";
import { sentence, told } from "$language/told";
import type { NoticeValue } from "$contract";
import { ENGLISH, type NoticeId } from "$contract/notices";

const [WRITTEN, CHINESE] = [joined(ENGLISH), joined(CHINESE_NOTICES)];
/** Places that only English needs. */
const ENGLISH_ONLY = ["article"];

const IN_CHINESE: Telling = {
  words: CHINESE,
  colon: "：",
  semicolon: "；",
  join: joinedInChinese,
  hasCapitals: false,
};

function placesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))].sort();
}

test("every notice has Chinese words with the same places, and no other words are there", () => {
  expect(Object.keys(CHINESE).sort()).toEqual(Object.keys(WRITTEN).sort());
  const odd = Object.entries(WRITTEN).filter(([id, english]) => {
    const said = CHINESE[id] ?? "";
    const wanted = placesIn(english).filter((place) => !ENGLISH_ONLY.includes(place));
    return said.trim() === "" || placesIn(said).join() !== wanted.join();
  });
  expect(odd).toEqual([]);
});

test("no notice is in two crates", () => {
  const all = Object.values(ENGLISH).flatMap((words) => Object.keys(words));
  expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
});

test("code in a notice stands between quotation marks, and what others wrote stays as it is", () => {
  const telling = { ...IN_CHINESE, words: { "key.bearer": "leave out `{word}` and `-`" } };
  expect(noticeIn(telling, { id: "key.bearer", values: { word: "a `b`" } })).toBe(
    "leave out “a `b`” and “-”",
  );
  const shown = [WRITTEN, CHINESE].flatMap((words) =>
    (Object.keys(words) as NoticeId[]).map((id) => noticeIn({ ...IN_CHINESE, words }, { id, values: {} })),
  );
  expect(shown.filter((words) => words.includes("`"))).toEqual([]);
});

test("a notice is told with its values and what led to it", () => {
  const notice = {
    id: "store.not-accessible",
    values: { path: "/home/a" },
    cause: { id: "io.permission-denied", values: { number: 13 } },
  } as const;
  expect(told(notice)).toBe("/home/a can't be read or written: Permission denied (os error 13)");
  expect(noticeIn(IN_CHINESE, notice)).toBe("无法读写 /home/a：没有权限（系统错误 13）");
});

test("a notice in a place is told in the same language, and several are joined", () => {
  const what = { id: "in-its-place.pipe", values: {} } as const;
  expect(told({ id: "unsuitable-file.not-a-file", values: { what } })).toMatch(/^it is a pipe, not a file/);
  const two = [what, asWritten("mine")];
  expect(told({ id: "as-written", values: { text: two } })).toBe("a pipe; mine");
});

test("values in a Chinese notice stand apart from it as its own words do", () => {
  const wrongShape = (place: NoticeValue): string =>
    noticeIn(IN_CHINESE, {
      id: "import.wrong-shape",
      values: { format: "OpenAI", place, expected: { id: "expected.messages", values: {} } },
    });
  const line = { number: 3, pointer: "/messages", line: 3, column: 1 };
  expect(wrongShape({ id: "import-place.beginning", values: {} })).toContain("：开头处应为消息列表；");
  expect(wrongShape({ id: "import-place.line", values: line })).toContain("：第 3 行处应为");
  expect(wrongShape({ id: "import-place.at", values: line })).toContain("：/messages 处应为");
  expect(wrongShape({ id: "import-place.within", values: line })).toContain("列）处应为");
  const found = asWritten("a list");
  const noObject = { id: "arguments-fault.not-an-object", values: { found } } as const;
  expect(noticeIn(IN_CHINESE, noObject)).toContain("实际是 a list");
});

test("a notice that stands alone begins with a capital, unless a name or another's word is first", () => {
  const tried = { id: "mcp.tried-often", values: { tries: 5 } } as const;
  expect(sentence(tried)).toBe("No connection after 5 attempts");
  expect(told({ id: "store.not-accessible", values: { path: "/a" }, cause: tried })).toContain(": no conn");
  expect(sentenceIn(IN_CHINESE, tried)).toBe(noticeIn(IN_CHINESE, tried));
  const file = { id: "manifest.unreadable", values: {} } as const;
  expect(sentence({ id: "store.not-accessible", values: { path: "data" } })).toMatch(/^data can't/);
  expect(sentence(asWritten("stdio is closed"))).toBe("stdio is closed");
  expect(sentence(file)).toMatch(/^plugin\.toml can/);
  const what = { id: "in-its-place.pipe", values: {} } as const;
  expect(sentence({ id: "as-written", values: { text: [what, asWritten("mine")] } })).toBe("A pipe; mine");
});

test("words of others, and what nobody has words for any more, are shown as they are", () => {
  expect(told(asWritten("No such {key}"))).toBe("No such {key}");
  const gone = JSON.parse('{ "id": "gone.since", "values": { "path": "/a" } }') as Parameters<typeof told>[0];
  expect(told(gone)).toBe("gone.since (/a)");
});

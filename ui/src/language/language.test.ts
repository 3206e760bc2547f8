import { expect, test } from "vitest";
import { CHINESE } from "$language/chinese";
import { CHINESE_NOTICES } from "$language/chinese/notices";
import { languageOf } from "$language/language";
import { joined } from "$language/notices";
import { count, type Phrase, say, sayIn } from "$language/say";

const PHRASES = Object.keys(CHINESE) as Phrase[];
const FILES = import.meta.glob<Record<string, Record<string, string>>>(
  ["./chinese/*.ts", "!./chinese/notices.ts"],
  { eager: true },
);
/** Chinese words of phrases and notices alike. */
const WORDS = [...Object.values(CHINESE), ...Object.values(joined(CHINESE_NOTICES))];
/** Words for what the catalogue calls by another name, which stands behind them. */
const OTHER_NAMES = [
  /您/, // 你
  /词元|(?<!访问)令牌/, // token
  /回应/, // 响应
  /线上/, // 请求与响应
  /停留|停顿|(?<!暂)停点|停下处/, // 暂停点
  /分叉/, // 派生
  /推理/, // 思考
  /投入程度/, // 思考强度
  /编号|标识|(?<![\w.:/{])[Ii]d(?![\w:])/, // ID
  /总结|概括/, // 摘要
  /修好/, // 修复
  /改正/, // 修正
  /提示缓存/, // 提示词缓存
  /(?<![\w.{-])schema(?!\w)/, // Schema
];

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();
}

test("what a person chose counts, then what the system wishes for, then English", () => {
  expect(languageOf("zh", ["en-US"])).toBe("zh");
  expect(languageOf(null, ["fr-FR", "zh-Hans-CN", "en"])).toBe("zh");
  expect(languageOf("klingon", ["fr"])).toBe("en");
  expect(languageOf(null, [])).toBe("en");
});

test("a phrase stands in one file of the catalogue, so no other words win over its own", () => {
  const all = Object.values(FILES).flatMap((file) =>
    Object.values(file).flatMap((words) => Object.keys(words)),
  );
  expect(all.filter((phrase, at) => all.indexOf(phrase) !== at)).toEqual([]);
  expect(all.toSorted()).toEqual(PHRASES.toSorted());
});

test("every phrase has Chinese words with the same names in braces", () => {
  const odd = PHRASES.filter((phrase) => {
    const words: string = CHINESE[phrase];
    return words.trim() === "" || namesIn(words).join() !== namesIn(phrase).join();
  });
  expect(odd).toEqual([]);
});

test("Chinese and Latin letters stand apart in all words, and Chinese ones together", () => {
  const odd =
    /\p{Script=Han}[A-Za-z0-9]|(?<!\\)[A-Za-z0-9%]\p{Script=Han}|\p{Script=Han} [\p{Script=Han}“]|” \p{Script=Han}/u;
  expect(WORDS.filter((words) => odd.test(words))).toEqual([]);
});

test("one person is spoken to in one way, and one thing has one name", () => {
  expect(WORDS.filter((words) => OTHER_NAMES.some((name) => name.test(words)))).toEqual([]);
});

test("values in a Chinese phrase stand apart from it as its own words do", () => {
  expect(sayIn("zh", "{count} ready", { count: "4 条泳道" })).toBe("4 条泳道已就绪");
  expect(sayIn("zh", "{count} ready", { count: "A" })).toBe("A 已就绪");
  expect(sayIn("zh", "Paste {form}", { form: "sk-" })).toBe("粘贴 sk-");
});

test("values are put in as they are, and braces that are no names stay", () => {
  expect(say("Round {number}", { number: 3 })).toBe("Round 3");
  expect(sayIn("zh", "Round {number}", { number: 3 })).toBe("第 3 轮");
  expect(sayIn("zh", "Round {number}", { number: "{number}" })).toBe("第 {number} 轮");
  expect(say("Arguments are an object: { … }")).toContain("{ … }");
  expect([count(1, "call", "calls"), count(2, "call", "calls")]).toEqual(["1 call", "2 calls"]);
});

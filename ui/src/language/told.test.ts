import { expect, test } from "vitest";
import { chineseInterpreter, TOLD } from "$language/chinese/told";
import { JOINED } from "$language/chinese/told/joined";
import { WORDS_TOLD } from "$language/chinese/told/words";
import { Interpreter, namesSaid, placesOf, shapeOf } from "$language/templates";
import { told } from "$language/told";

/** What holds only where a sentence in it is known, and is tried further below. */
const JOINTS = [
  "line {line}: {what}",
  "{} ({} of {})",
  "“{value}” {what}. Write {}.",
  "{what}: {detail} (in {place})",
  ...Object.keys(JOINED),
];
/** Places that only English needs. */
const ENGLISH_ONLY = ["article"];

const CHINESE = chineseInterpreter();

function inChinese(text: string): string {
  return CHINESE.tell(text);
}

test("every template has the same places in Chinese", () => {
  const odd = Object.entries(TOLD).filter(([written, said]) => {
    const [places, names] = [placesOf(written), namesSaid(said)];
    return (
      said.trim() === "" ||
      names.some((name) => !places.includes(name)) ||
      places.some((name) => !names.includes(name) && !ENGLISH_ONLY.includes(name))
    );
  });
  expect(odd).toEqual([]);
});

test("every sentence is found again by its own template", () => {
  const filled = (text: string, places: string[]): string => {
    let place = 0;
    return text.replace(/\{\w*(?::[^{}]*)?\}/g, () => VALUES[places[place++] ?? ""] ?? "41");
  };
  const VALUES: Record<string, string> = {};
  const lost = Object.entries(TOLD).filter(([written, said]) => {
    if (JOINTS.includes(written)) return false;
    const text = filled(written, placesOf(written));
    return inChinese(text) !== said.replace(/\{\w+(?::\w+)?\}/g, "41");
  });
  expect(lost.map(([written]) => `${written} → ${inChinese(filled(written, placesOf(written)))}`)).toEqual(
    [],
  );
});

test("no sentence is in two tables", () => {
  const shapes = Object.keys(TOLD).map(shapeOf);
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
  expect(Object.keys(WORDS_TOLD).filter((word) => word in TOLD)).toEqual([]);
});

test("an error is told with its causes, and what is not known stays", () => {
  expect(inChinese("there is no session 7f")).toBe("没有会话 7f");
  expect(inChinese("Acme can't be reached: error sending request: operation timed out")).toBe(
    "无法连接 Acme：发送请求出错：用时过长",
  );
  expect(inChinese("Acme can't be reached: a reason nobody knows")).toBe(
    "无法连接 Acme：a reason nobody knows",
  );
  expect(inChinese("plugin.toml, line 3: Write format = 1.")).toBe("plugin.toml，第 3 行：写 format = 1。");
  expect(inChinese("/home/a: b/keys.json: this system gives no random numbers")).toBe(
    "/home/a: b/keys.json：这个系统不提供随机数",
  );
  for (const text of ["nobody: knows this", "a.json, line 3: nobody knows this"])
    expect(inChinese(text)).toBe(text);
  expect(inChinese("")).toBe("");
});

test("what joins sentences holds where one of them is known", () => {
  expect(inChinese("“2020” is no date. Write before:2026-11-21 or before:yesterday.")).toBe(
    "“2020”不是日期。请写 before:2026-11-21 或 before:yesterday。",
  );
  expect(inChinese("its template: syntax error: unexpected end of input (in line 1)")).toBe(
    "它的模板：语法错误：unexpected end of input（line 1）",
  );
  expect(inChinese("a.jsonl: the script is empty. Choose one of the list.")).toBe(
    "a.jsonl：脚本是空的。从列表中选择一个。",
  );
  expect(inChinese("the variable KEY has no value")).toBe("变量 KEY 没有值");
});

test("what stands in a place is somebody's own, unless the application says it", () => {
  expect(inChinese("the setting there is no session 7f is left out")).toBe("略去设置 there is no session 7f");
  expect(inChinese("there is no participant {name} in this session")).toBe("这个会话中没有参与者 {name}");
  expect(inChinese("temperature")).toBe("temperature");
  expect(inChinese("temperature: 0.5")).toBe("温度：0.5");
});

test("in English everything stays", () => {
  expect(told("there is no session 7f")).toBe("there is no session 7f");
});

test("places that touch and templates that begin alike are told apart", () => {
  const made = new Interpreter(
    {
      "the {kind}{name} is gone": "{kind}{name}没了",
      "the model is gone": "模型没了",
      "{what} is gone: {why}": "{what}没了：{why:told}",
      "it has {count} parts": "有 {count:number} 部分",
    },
    {},
  );
  expect(made.tell("the thing is gone")).toBe("thing没了");
  expect(made.tell("the model is gone")).toBe("模型没了");
  expect(made.tell("it is gone: the model is gone")).toBe("it没了：模型没了");
  expect(made.tell("it has many parts")).toBe("it has many parts");
});

test("hostile texts are gone through without trouble", () => {
  for (const piece of [": ", "a: ", "x, line 3: ", "there is no ", " refused: ", "{", "{reason}"]) {
    const text = piece.repeat(20_000);
    expect(inChinese(text)).toBe(text);
    expect(inChinese(piece.repeat(800)).length).toBeGreaterThan(0);
  }
});

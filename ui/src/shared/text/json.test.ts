import { describe, expect, it } from "vitest";
import { argumentsFault, prettyJson, readJson } from "$shared/text/json";

function faultOf(text: string): string | null {
  const { fault } = readJson(text);
  return fault === null ? null : `${fault.line}:${fault.column} ${fault.message}`;
}

describe("where JSON goes wrong", () => {
  it.each([
    ['{"a": 1}', null],
    ['[1, true, null, "x\\u00e9", -2.5e3]', null],
    ['{"a": 1', "1:8 A comma or a closing brace } is missing here"],
    ['{\n  "a": 1\n  "b": 2\n}', "3:3 A comma or a closing brace } is missing here"],
    ['{"a" 1}', "1:6 A colon (:) is missing after the name"],
    ["{a: 1}", '1:2 A name in double quotes is missing here, such as "city"'],
    ["[1, ]", "1:5 A value can't begin with ]"],
    ['["a', "1:2 A closing quote is missing, or the text has a line break or backslash that is not escaped"],
    ["", "1:1 The text ends too early: a value or a closing bracket is missing"],
    ["1 2", "1:3 The JSON ends before this: nothing may follow it"],
    ["01", "1:2 The JSON ends before this: nothing may follow it"],
  ])("%j", (text, expected) => {
    expect(faultOf(text)).toBe(expected);
  });

  it("agrees with the browser on what is JSON", () => {
    for (const text of [
      "{}",
      " [ ] ",
      '"a"',
      "-0",
      "1.0E+2",
      "nul",
      "'a'",
      "[1,,2]",
      '{"a":}',
      '"\t"',
      "+1",
      ".5",
      "1.",
    ]) {
      expect(faultOf(text) === null, text).toBe(isJson(text));
    }
  });

  it("stops at a depth nobody writes by hand", () => {
    expect(faultOf("[".repeat(300))).toContain("nested too deeply");
  });
});

describe("arguments", () => {
  it("are an object or nothing at all", () => {
    expect(argumentsFault("  ")).toBeNull();
    expect(argumentsFault("{}")).toBeNull();
    expect(argumentsFault("[1]")).toEqual({ message: "Arguments are an object: { … }", line: 1, column: 1 });
  });
});

describe("laying out", () => {
  it("keeps every literal as it was written", () => {
    expect(prettyJson('{"n":12345678901234567890,"e":1.50,"s":"\\u00e9","l":[],"o":{}}')).toBe(
      '{\n  "n": 12345678901234567890,\n  "e": 1.50,\n  "s": "\\u00e9",\n  "l": [],\n  "o": {}\n}',
    );
  });

  it("leaves alone what is no JSON", () => {
    expect(prettyJson("{city:")).toBe("{city:");
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { describe, expect, it } from "vitest";
import type { JsonValue } from "$contract";
import { readJson } from "$shared/text/json";
import { shapeOf } from "$editor/schema";
import { check, problemText } from "$editor/schemaCheck";
import { nameHints, typeText, valueHints } from "$editor/schemaHints";
import { ORDER, ORDER_SCHEMA } from "$gallery/fixtures/schemas";

function problems(schema: JsonValue, text: string): string[] {
  const { node } = readJson(text);
  if (node === null) throw new Error("no JSON");
  return check(node, schema).map(problemText);
}

describe("what does not fit a schema", () => {
  it.each<[JsonValue, string, string[]]>([
    [{ type: "string" }, "7", ["Should be a text, and is a number"]],
    [{ type: ["string", "null"] }, "null", []],
    [{ type: ["string", "null"] }, "true", ["Should be a text or null, and is true"]],
    [{ type: "integer", minimum: 1 }, "0", ["Should be 1 or more"]],
    [{ type: "integer" }, "1.5", ["Should be a whole number"]],
    [{ type: "number", exclusiveMaximum: 2 }, "2", ["Should be less than 2"]],
    [{ enum: ["a", 1] }, '"b"', ['Should be one of "a", 1']],
    [{ const: "a" }, '"b"', ['Should be "a"']],
    [
      { type: "array", items: { type: "boolean" } },
      "[true, 1]",
      ["/1: Should be true or false, and is a number"],
    ],
    [{ type: "array", minItems: 1 }, "[]", ["Needs at least 1 entry"]],
    [{ type: "string", minLength: 2 }, '"😀"', ["Needs at least 2 characters"]],
    [
      { properties: { "a/b": { type: "string" } } },
      '{"a/b": 1}',
      ["/a~1b: Should be a text, and is a number"],
    ],
    [{ anyOf: [{ type: "null" }, { type: "string" }] }, "null", []],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, "true", ["Fits none of the forms: string, number"]],
    [{ type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] }, "{}", []],
    [{ $ref: "#" }, "1", []],
    [true, "1", []],
    [false, "1", ["Nothing may be here"]],
  ])("%j of %s", (schema, text, expected) => {
    expect(problems(schema, text)).toEqual(expected);
  });

  it("names every place, and speaks for the form that was meant", () => {
    const order = { ...(ORDER as object), delivery: { kind: "shop", shop: "12" }, colour: "red" };
    expect(problems(ORDER_SCHEMA, JSON.stringify(order))).toEqual([
      '/priority: Should be one of "low", "normal", "high"',
      "/discount: Should be 1 or less",
      "/delivery/shop: Should be a whole number, and is a text",
      "/colour: The function knows no such argument",
    ]);
    expect(problems(ORDER_SCHEMA, "{}")).toHaveLength(3);
  });
});

describe("what a schema lets one write", () => {
  it("offers the names that are not there yet, with what they are", () => {
    const hints = nameHints(ORDER_SCHEMA, [], ["customer", "items"]);
    expect(hints.map(({ text }) => text)).toEqual([
      '"priority"',
      '"isGift"',
      '"note"',
      '"discount"',
      '"delivery"',
      '"labels"',
    ]);
    expect(hints.find(({ text }) => text === '"note"')?.detail).toBe("text or null");
    expect(nameHints(ORDER_SCHEMA, ["items", 0], []).map(({ detail }) => detail)).toEqual([
      "text, required",
      "whole number",
    ]);
    expect(nameHints(ORDER_SCHEMA, ["delivery"], []).map(({ text }) => text)).toEqual([
      '"kind"',
      '"street"',
      '"shop"',
    ]);
  });

  it.each<[(string | number)[], string[]]>([
    [["priority"], ['"normal"', '"low"', '"high"']],
    [["isGift"], ["false", "true"]],
    [["note"], ["null"]],
    [["items", 3, "count"], ["1"]],
    [
      ["delivery", "kind"],
      ['"address"', '"shop"'],
    ],
    [["customer"], []],
    [["nowhere", 2], []],
  ])("offers values at %j", (path, expected) => {
    expect(valueHints(ORDER_SCHEMA, path).map(({ text }) => text)).toEqual(expected);
  });

  it("says what is asked for in plain words", () => {
    const schema = { anyOf: [{ type: "integer" }, { type: "null" }] };
    expect(typeText(shapeOf(schema, schema))).toBe("whole number or null");
  });
});

import { describe, expect, it } from "vitest";
import type { Message } from "$contract";
import {
  instructionsOf,
  leadingInstructions,
  linesOf,
  ownVariables,
  variablesIn,
  withoutValue,
} from "$plan/instructions";

describe("instructions", () => {
  it("name each of their variables once", () => {
    const text = "{{today}}: {{ city }}, {{city}} and {{unit of measure}}, {{}} {{ }} {not}";
    expect(variablesIn(text)).toEqual(["today", "city", "unit of measure"]);
    expect(ownVariables(text)).toEqual(["city", "unit of measure"]);
    expect(withoutValue({ text, values: { city: "Oslo" } })).toEqual(["unit of measure"]);
  });

  it("keep the values that their text uses, and are nothing without a text", () => {
    expect(instructionsOf("In {{city}}.", { city: "Oslo", old: "x" })).toEqual({
      text: "In {{city}}.",
      values: { city: "Oslo" },
    });
    expect(instructionsOf("Be brief.", { old: "x" })).toEqual({ text: "Be brief." });
    expect(instructionsOf(" \n", { city: "Oslo" })).toBeUndefined();
  });

  it("are compared with their values", () => {
    const values = { unit: "°C", city: "Oslo" };
    expect(linesOf({ text: "In {{city}}", values })).toBe("In {{city}}\n{{city}} = Oslo\n{{unit}} = °C");
    expect(linesOf(undefined)).toBe("");
  });

  it("of an imported history are found at its beginning", () => {
    const said = (role: Message["role"], text: string): Message => ({
      id: text,
      parent: null,
      role,
      items: [{ type: "text", text }],
      author: { type: "person" },
      origin: "person",
    });
    const path = [said("system", "Be brief."), said("system", "Be kind."), said("user", "Hello")];
    expect(leadingInstructions(path)).toBe("Be brief.\n\nBe kind.");
    expect(leadingInstructions([said("user", "Hello"), said("system", "Late")])).toBeNull();
    expect(leadingInstructions([])).toBeNull();
  });
});

import { say } from "$language/say";
import type { Expected, ExpectedText, JsonValue } from "$contract";

/** How an argument is held against what a model wrote. */
export type RuleKind = "equals" | "oneOf" | "alike" | "pattern" | "number" | "contains" | "ignored";

/** What is expected of one argument, as it is written in fields. */
export type Rule = {
  name: string;
  kind: RuleKind;
  isOptional: boolean;
  /** A value, a value a line, or a pattern. */
  text: string;
  /** How far a number may be off. */
  within: string;
};

export const RULE_KINDS: readonly { value: RuleKind; title: string }[] = [
  { value: "equals", title: say("equals") },
  { value: "oneOf", title: say("is one of") },
  { value: "alike", title: say("reads like one of") },
  { value: "pattern", title: say("matches a pattern") },
  { value: "number", title: say("is a number near") },
  { value: "contains", title: say("contains") },
  { value: "ignored", title: say("is ignored") },
];

/** A text that could be read as something else is written in quotes. */
export function writeValue(value: JsonValue): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value === readValue(value) && !value.includes("\n") && value.trim() === value && value !== ""
    ? value
    : JSON.stringify(value);
}

/** JSON, or a text that is none. */
export function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

export function ruleOf(name: string, expected: Expected): Rule {
  const rule = (kind: RuleKind, text: string, within = ""): Rule => ({
    name,
    kind,
    isOptional: false,
    text,
    within,
  });
  if (expected === "ignored") return rule("ignored", "");
  if ("optional" in expected) return { ...ruleOf(name, expected.optional), isOptional: true };
  if ("equals" in expected) return rule("equals", writeValue(expected.equals));
  if ("oneOf" in expected) return rule("oneOf", expected.oneOf.map(writeValue).join("\n"));
  if ("alike" in expected) return rule("alike", expected.alike.map(writeValue).join("\n"));
  if ("pattern" in expected) return rule("pattern", expected.pattern);
  if ("number" in expected) return rule("number", String(expected.number.is), String(expected.number.within));
  return rule("contains", writeValue(expected.contains));
}

/** The same value held otherwise: what stands there is kept as far as it can be. */
export function asKind(rule: Rule, kind: RuleKind): Rule {
  const text = kind === "pattern" && rule.kind === "equals" ? escaped(rule.text) : rule.text;
  return { ...rule, kind, text, within: kind === "number" && rule.within === "" ? "0.5" : rule.within };
}

function escaped(text: string): string {
  return `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}

/** Nothing, where the fields can't be read. */
export function expectedOf(rule: Rule): Expected | null {
  const expected = strictly(rule);
  return expected === null || !rule.isOptional || expected === "ignored" ? expected : { optional: expected };
}

function strictly({ kind, text, within }: Rule): Expected | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  switch (kind) {
    case "ignored":
      return "ignored";
    case "equals":
      return { equals: readValue(text) };
    case "contains":
      return text.trim() === "" ? null : { contains: readValue(text) };
    case "oneOf":
      return lines.length === 0 ? null : { oneOf: lines.map(readValue) };
    case "alike":
      return lines.length === 0 ? null : { alike: lines.map(readValue) };
    case "pattern":
      return text === "" ? null : { pattern: text };
    case "number": {
      const [is, off] = [Number(text), Number(within)];
      return text.trim() === "" || Number.isNaN(is) || Number.isNaN(off) || off < 0
        ? null
        : { number: { is, within: off } };
    }
  }
}

/** What is expected of the last words of the model. */
export type WordsKind = "any" | "something" | "nothing" | "contains" | "pattern";
export type WordsRule = { kind: WordsKind; text: string };

export const WORDS_KINDS: readonly { value: WordsKind; title: string }[] = [
  { value: "any", title: say("anything") },
  { value: "something", title: say("something") },
  { value: "nothing", title: say("nothing") },
  { value: "contains", title: say("a text with") },
  { value: "pattern", title: say("a text that matches") },
];

export function wordsRuleOf(expected: ExpectedText): WordsRule {
  if (typeof expected === "string") return { kind: expected, text: "" };
  return "contains" in expected
    ? { kind: "contains", text: expected.contains }
    : { kind: "pattern", text: expected.pattern };
}

export function wordsOf({ kind, text }: WordsRule): ExpectedText[] {
  if (kind === "any") return [];
  if (kind === "something" || kind === "nothing") return [kind];
  return text === "" ? [] : [kind === "contains" ? { contains: text } : { pattern: text }];
}

import { say } from "$language/say";
import type { JsonValue } from "$contract";
import type { JsonPath } from "$editor/jsonEdits";
import { type Kind, propertiesOf, type Shape, shapeOf, shapesAt } from "$editor/schema";

/** Something that can be written at a place. */
export type Hint = { text: string; detail: string; note: string | null; isFirst: boolean };

/** The names that can still be written into the object at a path. */
export function nameHints(schema: JsonValue, path: JsonPath, taken: readonly string[]): Hint[] {
  const hints = shapesAt(schema, path).flatMap((shape) =>
    shape.kind === "object" ? propertiesOf(shape) : [],
  );
  return unique(
    hints
      .filter(({ name }) => !taken.includes(name))
      .map(({ name, schema: property, isRequired }) => {
        const shape = shapeOf(property, schema);
        const detail = isRequired
          ? say("{typeText}, required", { typeText: typeText(shape) })
          : typeText(shape);
        return { text: JSON.stringify(name), detail, note: descriptionOf(shape), isFirst: isRequired };
      }),
  );
}

/** The values that can be written at a path, where they can be told. */
export function valueHints(schema: JsonValue, path: JsonPath): Hint[] {
  return unique(shapesAt(schema, path).flatMap(valuesOf));
}

const KIND_TITLES: Record<Exclude<Kind, "variants">, string> = {
  object: say("object"),
  array: say("list"),
  text: say("text"),
  number: say("number"),
  integer: say("whole number"),
  boolean: say("true or false"),
  choice: say("choice"),
  null: "null",
  anything: say("anything"),
};

/** What one is asked for, in a word or two. */
export function typeText({ kind, isNullable, variants }: Shape): string {
  const text = kind === "variants" ? variants.map(({ title }) => title).join(say(" or ")) : KIND_TITLES[kind];
  return isNullable ? say("{text} or null", { text }) : text;
}

export function descriptionOf({ schema }: Shape): string | null {
  const { description } = schema;
  return typeof description === "string" && description.trim() !== "" ? description : null;
}

function valuesOf(shape: Shape): Hint[] {
  const given = shape.schema["default"];
  const values = [
    ...(given === undefined ? [] : [hint(given, "default", true)]),
    ...shape.choices.map((choice) => hint(choice, "", false)),
    ...(shape.kind === "boolean" ? [hint(true, "", false), hint(false, "", false)] : []),
    ...(shape.kind === "object" ? [plain("{}")] : []),
    ...(shape.kind === "array" ? [plain("[]")] : []),
    ...(shape.isNullable || shape.kind === "null" ? [hint(null, "", false)] : []),
  ];
  const examples = Array.isArray(shape.schema["examples"]) ? shape.schema["examples"] : [];
  return [...values, ...examples.map((example) => hint(example, "example", false))];
}

function hint(value: JsonValue, detail: string, isFirst: boolean): Hint {
  return { text: JSON.stringify(value), detail, note: null, isFirst };
}

function plain(text: string): Hint {
  return { text, detail: "", note: null, isFirst: false };
}

function unique(hints: Hint[]): Hint[] {
  return hints.filter(({ text }, place) => hints.findIndex((other) => other.text === text) === place);
}

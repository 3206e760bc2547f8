import { count, list, say } from "$language/say";
import type { JsonValue } from "$contract";
import { type JsonNode, writeInline } from "$shared/text/json";
import { isNull, type JsonPath, pointerOf, textOf, valueOf } from "$editor/jsonEdits";
import { itemsOf, type Kind, othersOf, propertiesOf, type Shape, shapeOf } from "$editor/schema";

/** A place where a value does not fit its schema. */
export type Problem = { path: JsonPath; message: string };

const KIND_NAMES: Record<Kind, string> = {
  object: say("an object"),
  array: say("a list"),
  text: say("a text"),
  number: say("a number"),
  integer: say("a whole number"),
  boolean: say("true or false"),
  choice: say("one of a few values"),
  variants: say("one of a few forms"),
  null: "null",
  anything: say("anything"),
};

/**
 * What is wrong with a value, as far as a page needs to tell while a person writes. The application checks everything
 * once more. Patterns are left to it: a pattern comes from whoever wrote the function, and the page must not hang on it.
 */
export function check(node: JsonNode, schema: JsonValue): Problem[] {
  return checkAt(node, schema, schema, []);
}

/** What is said of a problem where its place has to be told too. */
export function problemText({ path, message }: Problem): string {
  return path.length === 0 ? message : say("{name}: {message}", { name: pointerOf(path), message });
}

function checkAt(node: JsonNode, schema: JsonValue, root: JsonValue, path: JsonPath): Problem[] {
  if (schema === false) return [{ path, message: say("Nothing may be here") }];
  const shape = shapeOf(schema, root);
  if (isNull(node) && (shape.isNullable || shape.kind === "null" || shape.kind === "anything")) return [];
  switch (shape.kind) {
    case "anything":
      return [];
    case "choice":
      return checkChoice(node, shape, path);
    case "variants":
      return checkVariants(node, shape, root, path);
    case "object":
      return node.type === "object" ? checkObject(node, shape, root, path) : mismatch(node, shape, path);
    case "array":
      return node.type === "array" ? checkArray(node, shape, root, path) : mismatch(node, shape, path);
    case "text":
      return checkText(textOf(node), node, shape, path);
    case "number":
    case "integer":
      return checkNumber(node, shape, path);
    case "boolean":
      return isWord(node, ["true", "false"]) ? [] : mismatch(node, shape, path);
    case "null":
      return mismatch(node, shape, path);
  }
}

function mismatch(node: JsonNode, shape: Shape, path: JsonPath): Problem[] {
  const wanted = shape.isNullable
    ? say("{KIND_NAMES} or null", { KIND_NAMES: KIND_NAMES[shape.kind] })
    : KIND_NAMES[shape.kind];
  return [{ path, message: say("Should be {wanted}, and is {found}", { wanted, found: found(node) }) }];
}

function found(node: JsonNode): string {
  if (node.type === "object") return say("an object");
  if (node.type === "array") return say("a list");
  return node.kind === "string" ? say("a text") : node.kind === "number" ? say("a number") : node.text;
}

function isWord(node: JsonNode, words: string[]): boolean {
  return node.type === "literal" && words.includes(node.text);
}

function checkChoice(node: JsonNode, shape: Shape, path: JsonPath): Problem[] {
  const text = JSON.stringify(valueOf(node));
  const choices = shape.choices.map((choice) => JSON.stringify(choice));
  if (choices.includes(text)) return [];
  const all = shape.isNullable ? [...choices, "null"] : choices;
  return [
    {
      path,
      message:
        all.length === 1
          ? say("Should be {all}", { all: all.join("") })
          : say("Should be one of {all}", { all: list(all) }),
    },
  ];
}

/** The form it fits best speaks for all, because the complaints of the others only confuse. */
function checkVariants(node: JsonNode, shape: Shape, root: JsonValue, path: JsonPath): Problem[] {
  const forms = shape.variants.map(({ schema }) => ({
    isOfKind: isOfKind(node, shapeOf(schema, root)),
    problems: checkAt(node, schema, root, path),
  }));
  if (forms.some(({ problems }) => problems.length === 0)) return [];
  const [best] = forms
    .filter((form) => form.isOfKind)
    .sort((one, other) => one.problems.length - other.problems.length);
  if (best !== undefined) return best.problems;
  const names = list(shape.variants.map(({ title }) => title));
  return [{ path, message: say("Fits none of the forms: {names}", { names }) }];
}

/** Whether a value is what a form is about, right in all its parts or not. */
export function isOfKind(node: JsonNode, shape: Shape): boolean {
  switch (shape.kind) {
    case "object":
      return node.type === "object" && hasMarks(node, shape);
    case "array":
      return node.type === "array";
    case "text":
      return node.type === "literal" && node.kind === "string";
    case "number":
    case "integer":
      return node.type === "literal" && node.kind === "number";
    case "boolean":
      return isWord(node, ["true", "false"]);
    case "null":
      return isNull(node);
    case "choice":
    case "variants":
    case "anything":
      return true;
  }
}

/** Objects are told apart by properties that have one value only. */
function hasMarks(node: ObjectNode, shape: Shape): boolean {
  return propertiesOf(shape).every(({ name, schema }) => {
    const mark =
      typeof schema === "object" && schema !== null && "const" in schema ? schema.const : undefined;
    const member = node.members.findLast(({ key }) => key === name);
    return mark === undefined || member === undefined || writeInline(member.value) === JSON.stringify(mark);
  });
}

type ObjectNode = Extract<JsonNode, { type: "object" }>;
type ArrayNode = Extract<JsonNode, { type: "array" }>;

function checkObject(node: ObjectNode, shape: Shape, root: JsonValue, path: JsonPath): Problem[] {
  const properties = propertiesOf(shape);
  const required = Array.isArray(shape.schema["required"]) ? shape.schema["required"] : [];
  const missing = required
    .filter((name) => typeof name === "string")
    .filter((name) => !node.members.some(({ key }) => key === name))
    .map((name) => ({ path, message: say("{name} is required and missing", { name }) }));
  const inside = node.members.flatMap(({ key, value }) => {
    const known = properties.find(({ name }) => name === key)?.schema ?? othersOf(shape);
    if (known === null)
      return [{ path: [...path, key], message: say("The function knows no such argument") }];
    return checkAt(value, known, root, [...path, key]);
  });
  return [...missing, ...inside];
}

function checkArray(node: ArrayNode, shape: Shape, root: JsonValue, path: JsonPath): Problem[] {
  const { items } = node;
  const least = limit(shape, "minItems");
  const most = limit(shape, "maxItems");
  const inside = items.flatMap((item, place) => checkAt(item, itemsOf(shape, place), root, [...path, place]));
  if (least !== null && items.length < least)
    return [
      { path, message: say("Needs at least {least}", { least: count(least, "entry", "entries") }) },
      ...inside,
    ];
  if (most !== null && items.length > most)
    return [
      { path, message: say("May have at most {most}", { most: count(most, "entry", "entries") }) },
      ...inside,
    ];
  return inside;
}

function checkText(text: string | null, node: JsonNode, shape: Shape, path: JsonPath): Problem[] {
  if (text === null) return mismatch(node, shape, path);
  const length = Array.from(text).length;
  const least = limit(shape, "minLength");
  const most = limit(shape, "maxLength");
  if (least !== null && length < least)
    return [
      { path, message: say("Needs at least {least}", { least: count(least, "character", "characters") }) },
    ];
  if (most !== null && length > most)
    return [
      { path, message: say("May have at most {most}", { most: count(most, "character", "characters") }) },
    ];
  return [];
}

function checkNumber(node: JsonNode, shape: Shape, path: JsonPath): Problem[] {
  if (node.type !== "literal" || node.kind !== "number") return mismatch(node, shape, path);
  const number = Number(node.text);
  if (shape.kind === "integer" && !Number.isInteger(number))
    return [{ path, message: say("Should be a whole number") }];
  const [least, most] = [limit(shape, "minimum"), limit(shape, "maximum")];
  const [above, below] = [limit(shape, "exclusiveMinimum"), limit(shape, "exclusiveMaximum")];
  if (least !== null && number < least)
    return [{ path, message: say("Should be {least} or more", { least }) }];
  if (most !== null && number > most) return [{ path, message: say("Should be {most} or less", { most }) }];
  if (above !== null && number <= above)
    return [{ path, message: say("Should be more than {above}", { above }) }];
  if (below !== null && number >= below)
    return [{ path, message: say("Should be less than {below}", { below }) }];
  return [];
}

function limit(shape: Shape, name: string): number | null {
  const value = shape.schema[name];
  return typeof value === "number" ? value : null;
}

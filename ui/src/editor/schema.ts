import { say } from "$language/say";
import type { JsonValue } from "$contract";

export type JsonObject = Record<string, JsonValue>;

export type Kind =
  | "object"
  | "array"
  | "text"
  | "number"
  | "integer"
  | "boolean"
  | "choice"
  | "variants"
  | "null"
  | "anything";

/** What a schema asks for, with references followed and "or null" taken apart. */
export type Shape = {
  kind: Kind;
  isNullable: boolean;
  schema: JsonObject;
  /** The values to choose from, where only some are allowed. */
  choices: JsonValue[];
  /** The forms to choose from, where there is more than one. */
  variants: Variant[];
};

export type Variant = { title: string; schema: JsonValue };

/** References that lead to themselves end here. */
const DEEPEST = 16;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function shapeOf(given: JsonValue | undefined, root: JsonValue): Shape {
  const schema = resolve(given, root, 0);
  const types = typesOf(schema);
  const choices = choicesOf(schema);
  const forms = formsOf(schema, root);
  const isNullable =
    types.includes("null") ||
    choices?.includes(null) === true ||
    forms.some((form) => isNullForm(form, root));
  const others = forms.filter((form) => !isNullForm(form, root));
  if (choices !== null) {
    return shape("choice", schema, isNullable, { choices: choices.filter((choice) => choice !== null) });
  }
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    const inner = shapeOf(merged(withoutForms(schema), resolve(only, root, 0)), root);
    return { ...inner, isNullable: isNullable || inner.isNullable };
  }
  if (others.length > 1) {
    const base = withoutForms(schema);
    const variants = others.map((form, place) => variant(merged(base, resolve(form, root, 0)), root, place));
    return shape("variants", schema, isNullable, { variants });
  }
  const meant = types.filter((type) => type !== "null");
  if (meant.length > 1) {
    const variants = meant.map((type, place) => variant({ ...schema, type }, root, place));
    return shape("variants", schema, isNullable, { variants });
  }
  return shape(kindOf(meant[0] ?? types[0] ?? "", schema), schema, isNullable);
}

/** What an object has by its schema, in the order in which the schema names them. */
export function propertiesOf({ schema }: Shape): { name: string; schema: JsonValue; isRequired: boolean }[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }));
}

/** What the names of an object that the schema does not list have to be, or nothing where there may be none. */
export function othersOf({ schema }: Shape): JsonValue | null {
  const others = schema["additionalProperties"];
  return others === false ? null : (others ?? true);
}

export function itemsOf({ schema }: Shape, place: number): JsonValue {
  const first = schema["prefixItems"];
  return (Array.isArray(first) ? first[place] : undefined) ?? schema["items"] ?? true;
}

/** Every form the value at a path may have, as far as it can be told. */
export function shapesAt(root: JsonValue, path: readonly (string | number)[]): Shape[] {
  const formsOf = (schema: JsonValue): Shape[] => {
    const found = shapeOf(schema, root);
    return found.kind === "variants" ? found.variants.flatMap((form) => formsOf(form.schema)) : [found];
  };
  const into = (at: Shape, step: string | number): Shape[] => {
    if (typeof step === "number") return at.kind === "array" ? formsOf(itemsOf(at, step)) : [];
    if (at.kind !== "object") return [];
    const named = propertiesOf(at).find(({ name }) => name === step)?.schema ?? othersOf(at);
    return named === null ? [] : formsOf(named);
  };
  return path.reduce((shapes, step) => shapes.flatMap((at) => into(at, step)), formsOf(root));
}

function shape(kind: Kind, schema: JsonObject, isNullable: boolean, more: Partial<Shape> = {}): Shape {
  return { kind, schema, isNullable, choices: [], variants: [], ...more };
}

function kindOf(type: string, schema: JsonObject): Kind {
  switch (type) {
    case "string":
      return "text";
    case "number":
    case "integer":
    case "boolean":
    case "object":
    case "array":
    case "null":
      return type;
    default:
      if (isObject(schema["properties"])) return "object";
      return isObject(schema["items"]) ? "array" : "anything";
  }
}

function typesOf(schema: JsonObject): string[] {
  const type = schema["type"];
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.filter((name) => typeof name === "string");
}

function choicesOf(schema: JsonObject): JsonValue[] | null {
  if (schema["const"] !== undefined) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : null;
}

function formsOf(schema: JsonObject, root: JsonValue): JsonValue[] {
  const forms = [schema["oneOf"], schema["anyOf"]].find((list) => Array.isArray(list));
  // Choices that are only told apart by what they require are checked, and not chosen.
  return Array.isArray(forms) && forms.some((form) => saysMore(resolve(form, root, 0))) ? forms : [];
}

function saysMore(schema: JsonObject): boolean {
  return ["type", "properties", "enum", "const", "oneOf", "anyOf", "items"].some((key) => key in schema);
}

function isNullForm(form: JsonValue, root: JsonValue): boolean {
  const schema = resolve(form, root, 0);
  return schema["type"] === "null" || schema["const"] === null;
}

function withoutForms(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "oneOf" && key !== "anyOf"));
}

function variant(schema: JsonObject, root: JsonValue, place: number): Variant {
  return { title: titleOf(schema, root) ?? say("Form {place}", { place: place + 1 }), schema };
}

/** A schema's own title, else the value that tells it apart, else its type. */
function titleOf(schema: JsonObject, root: JsonValue): string | null {
  if (typeof schema["title"] === "string") return schema["title"];
  for (const property of Object.values(isObject(schema["properties"]) ? schema["properties"] : {})) {
    const mark = resolve(property, root, 0)["const"];
    if (typeof mark === "string") return mark;
  }
  return typesOf(schema)[0] ?? null;
}

/** Follows references inside of the document and joins what must hold together. */
function resolve(given: JsonValue | undefined, root: JsonValue, depth: number): JsonObject {
  if (!isObject(given) || depth > DEEPEST) return {};
  const { $ref: target, allOf, ...own } = given;
  let schema: JsonObject = own;
  if (typeof target === "string") schema = merged(resolve(pointed(root, target), root, depth + 1), schema);
  for (const part of Array.isArray(allOf) ? allOf : [])
    schema = merged(schema, resolve(part, root, depth + 1));
  return schema;
}

function pointed(root: JsonValue, target: string): JsonValue | undefined {
  if (!target.startsWith("#")) return undefined;
  let at: JsonValue | undefined = root;
  for (const part of decodeURIComponent(target.slice(1)).split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = Array.isArray(at) ? at[Number(name)] : isObject(at) ? at[name] : undefined;
  }
  return at;
}

/** Where both say something of the same, the second is the nearer one. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both: JsonObject = { ...one, ...other };
  if (isObject(one["properties"]) && isObject(other["properties"]))
    both["properties"] = { ...one["properties"], ...other["properties"] };
  if (Array.isArray(one["required"]) && Array.isArray(other["required"]))
    both["required"] = [...new Set([...one["required"], ...other["required"]])];
  return both;
}

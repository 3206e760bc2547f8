import type { JsonValue } from "$contract";
import { type JsonNode, writeInline } from "$shared/text/json";
import { EMPTY_OBJECT, isNull, type JsonPath, nodeAt, nodeOf, NULL, withNode } from "$editor/jsonEdits";
import { isObject, itemsOf, othersOf, propertiesOf, type Shape, shapeOf, type Variant } from "$editor/schema";
import { check, isOfKind } from "$editor/schemaCheck";

/** Whether a value is there. A value that is left out, one that is null and an empty one are three things. */
export type Presence = "absent" | "null" | "set";

/** One line of a form. */
export type Field = {
  path: JsonPath;
  name: string;
  shape: Shape;
  node: JsonNode | null;
  presence: Presence;
  isRequired: boolean;
  /** Whether the schema knows it. What it does not know is shown all the same. */
  isKnown: boolean;
};

/** The lines inside of an object or a list, as its schema orders them; then what the schema does not list. */
export function fieldsIn(node: JsonNode | null, path: JsonPath, shape: Shape, root: JsonValue): Field[] {
  if (node?.type === "array") {
    return node.items.map((item, place) =>
      fieldOf([...path, place], String(place + 1), itemsOf(shape, place), item, root, true),
    );
  }
  const properties = propertiesOf(shape);
  const known = properties.map(({ name, schema, isRequired }) => ({
    ...fieldOf([...path, name], name, schema, nodeAt(node, [name]), root, true),
    isRequired,
  }));
  const others = node?.type === "object" ? node.members.map(({ key }) => key) : [];
  const unknown = [...new Set(others)]
    .filter((name) => !properties.some((property) => property.name === name))
    .map((name) => {
      const schema = othersOf(shape);
      return fieldOf([...path, name], name, schema ?? true, nodeAt(node, [name]), root, schema !== null);
    });
  return [...known, ...unknown];
}

function fieldOf(
  path: JsonPath,
  name: string,
  schema: JsonValue,
  node: JsonNode | null,
  root: JsonValue,
  isKnown: boolean,
): Field {
  const presence = node === null ? "absent" : isNull(node) ? "null" : "set";
  return { path, name, shape: shapeOf(schema, root), node, presence, isRequired: false, isKnown };
}

/** Which of several forms a value has: the one it fits, else the one it is about. */
export function variantOf(node: JsonNode | null, shape: Shape, root: JsonValue): Variant | null {
  if (node === null) return null;
  const fits = shape.variants.find(({ schema }) => check(node, within(schema, root)).length === 0);
  return fits ?? shape.variants.find(({ schema }) => isOfKind(node, shapeOf(schema, root))) ?? null;
}

/** A part of a schema that takes along what its references lead to. */
function within(schema: JsonValue, root: JsonValue): JsonValue {
  if (!isObject(schema) || !isObject(root)) return schema;
  const { $defs, definitions } = root;
  return {
    ...schema,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

/** Another form of a value, with what both have. */
export function asVariant(node: JsonNode | null, variant: Variant, root: JsonValue): JsonNode {
  const shape = shapeOf(variant.schema, root);
  const fresh = starter(shape, root);
  if (node !== null && isOfKind(node, shape) && shape.kind !== "object") return node;
  if (node?.type !== "object" || fresh.type !== "object") return fresh;
  return propertiesOf(shape).reduce<JsonNode>((made, { name, schema }) => {
    const kept = nodeAt(node, [name]);
    const isMark = isObject(schema) && "const" in schema;
    return kept === null || isMark ? made : withNode(made, [name], kept);
  }, fresh);
}

const DEEPEST = 6;

/** What stands in a field at first: its default, or the least that can be there. */
export function starter(shape: Shape, root: JsonValue, depth = 0): JsonNode {
  const given = shape.schema["default"];
  if (given !== undefined) return nodeOf(given);
  switch (shape.kind) {
    case "object":
      return depth > DEEPEST ? EMPTY_OBJECT : requiredOf(shape, root, depth);
    case "array":
      return { type: "array", items: [] };
    case "text":
      return nodeOf("");
    case "number":
    case "integer":
      return nodeOf(Math.max(0, numberOf(shape.schema["minimum"])));
    case "boolean":
      return nodeOf(false);
    case "choice":
      return nodeOf(shape.choices[0] ?? null);
    case "variants":
      return starter(shapeOf(shape.variants[0]?.schema, root), root, depth + 1);
    case "anything":
    case "null":
      return NULL;
  }
}

/** A value of the form a schema describes, with every property, to be filled in. */
export function modelOf(schema: JsonValue): JsonNode {
  return filled(schema, schema, 0);
}

function filled(schema: JsonValue, root: JsonValue, depth: number): JsonNode {
  const shape = shapeOf(schema, root);
  if (depth > DEEPEST || shape.schema["default"] !== undefined) return starter(shape, root, depth);
  if (shape.kind === "array") {
    return { type: "array", items: [filled(itemsOf(shape, 0), root, depth + 1)] };
  }
  if (shape.kind !== "object") return starter(shape, root, depth);
  return propertiesOf(shape).reduce<JsonNode>(
    (made, { name, schema: inner }) => withNode(made, [name], filled(inner, root, depth + 1)),
    EMPTY_OBJECT,
  );
}

function requiredOf(shape: Shape, root: JsonValue, depth: number): JsonNode {
  return propertiesOf(shape)
    .filter(({ isRequired }) => isRequired)
    .reduce<JsonNode>(
      (made, { name, schema }) => withNode(made, [name], starter(shapeOf(schema, root), root, depth + 1)),
      EMPTY_OBJECT,
    );
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

/** A default, as one writes it. */
export function defaultText({ schema }: Shape): string | null {
  const given = schema["default"];
  return given === undefined ? null : writeInline(nodeOf(given));
}

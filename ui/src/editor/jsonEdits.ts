import type { JsonValue } from "$contract";
import { type JsonNode, readJson, writeInline } from "$shared/text/json";

/** The way from the outermost value to one inside of it. */
export type JsonPath = readonly (string | number)[];

export const EMPTY_OBJECT: JsonNode = { type: "object", members: [] };
export const NULL: JsonNode = { type: "literal", kind: "word", text: "null" };

/** The value at a path. Of a name that is there twice the last one counts, as in every reader of JSON. */
export function nodeAt(node: JsonNode | null, path: JsonPath): JsonNode | null {
  let at = node;
  for (const step of path) {
    if (at === null || at.type === "literal") return null;
    if (at.type === "array") at = typeof step === "number" ? (at.items[step] ?? null) : null;
    else at = at.members.findLast(({ key }) => key === step)?.value ?? null;
  }
  return at;
}

/** The same value with another one at a path. What is missing on the way is made. Every other literal keeps its text. */
export function withNode(node: JsonNode | null, path: JsonPath, value: JsonNode): JsonNode {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items = node?.type === "array" ? [...node.items] : [];
    items[Math.min(step, items.length)] = withNode(items[step] ?? null, rest, value);
    return { type: "array", items };
  }
  const members = node?.type === "object" ? [...node.members] : [];
  const place = members.findLastIndex(({ key }) => key === step);
  const member = { key: step, value: withNode(members[place]?.value ?? null, rest, value) };
  if (place < 0) members.push(member);
  else members[place] = member;
  return { type: "object", members };
}

/** The same value without what is at a path. */
export function withoutNode(node: JsonNode, path: JsonPath): JsonNode {
  const last = path.at(-1);
  const parent = nodeAt(node, path.slice(0, -1));
  if (last === undefined || parent === null || parent.type === "literal") return node;
  const smaller: JsonNode =
    parent.type === "array"
      ? { type: "array", items: parent.items.filter((_, place) => place !== last) }
      : { type: "object", members: parent.members.filter(({ key }) => key !== last) };
  return withNode(node, path.slice(0, -1), smaller);
}

export function nodeOf(value: JsonValue): JsonNode {
  return readJson(JSON.stringify(value)).node ?? NULL;
}

/** What a program that reads the JSON gets. Long numbers lose digits here, so this is for comparing only. */
export function valueOf(node: JsonNode): JsonValue {
  return JSON.parse(writeInline(node)) as JsonValue;
}

/** The words of a JSON string, or nothing where it is none. */
export function textOf(node: JsonNode | null): string | null {
  return node?.type === "literal" && node.kind === "string" ? (JSON.parse(node.text) as string) : null;
}

export function isNull(node: JsonNode | null): boolean {
  return node?.type === "literal" && node.text === "null";
}

/** A path as a JSON pointer. */
export function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function pathOf(pointer: string, node: JsonNode | null): JsonPath {
  const path: (string | number)[] = [];
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(nodeAt(node, path)?.type === "array" ? Number(name) : name);
  }
  return path;
}

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { JsonFault } from "$shared/text/json";
import type { JsonPath } from "$editor/jsonEdits";

export type Range = { from: number; to: number };

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** Where the value at a path stands in the text; the nearest one around it, where there is none. */
export function rangeOf(state: EditorState, path: JsonPath): Range {
  let node = valueIn(syntaxTree(state).topNode);
  for (const step of path) {
    const next =
      node === null ? null : typeof step === "number" ? itemAt(node, step) : memberAt(state, node, step);
    if (next === null) break;
    node = next;
  }
  if (node === null) return { from: 0, to: state.doc.length };
  // A whole object underlined says nothing, so its first mark stands for it.
  const isWhole = node.name === "Object" || node.name === "Array";
  return { from: node.from, to: isWhole ? node.from + 1 : node.to };
}

/** The place of a fault, as wide as one can see. */
export function rangeOfFault(state: EditorState, { line, column }: JsonFault): Range {
  const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  return from < at.to ? { from, to: from + 1 } : { from: Math.max(at.from, from - 1), to: from };
}

/** The path of a value, or of the object or list around a place. */
export function pathOfNode(state: EditorState, node: SyntaxNode): JsonPath {
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === "Property") path.unshift(nameOf(state, at));
    else if (at.parent?.name === "Array" && VALUES.has(at.name)) path.unshift(placeOf(at.parent, at.from));
  }
  return path;
}

/** How many entries of a list stand before a place. */
export function placeOf(list: SyntaxNode, before: number): number {
  return valuesIn(list).filter(({ to }) => to <= before).length;
}

/** The names an object has already. */
export function namesIn(state: EditorState, object: SyntaxNode): string[] {
  return object.getChildren("Property").map((property) => nameOf(state, property));
}

export function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild("PropertyName");
  if (name === null) return "";
  const text = state.sliceDoc(name.from, name.to);
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.replaceAll('"', "");
  }
}

export function isValue(node: SyntaxNode): boolean {
  return VALUES.has(node.name);
}

function valueIn(node: SyntaxNode): SyntaxNode | null {
  return valuesIn(node)[0] ?? null;
}

function valuesIn(node: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (isValue(child)) values.push(child);
  return values;
}

function itemAt(node: SyntaxNode, place: number): SyntaxNode | null {
  return node.name === "Array" ? (valuesIn(node)[place] ?? null) : null;
}

function memberAt(state: EditorState, node: SyntaxNode, name: string): SyntaxNode | null {
  const property = node.getChildren("Property").findLast((one) => nameOf(state, one) === name);
  return property === undefined ? null : (valueIn(property) ?? property);
}

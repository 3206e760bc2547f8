import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { SyntaxNode } from "@lezer/common";
import type { JsonValue } from "$contract";
import type { JsonPath } from "$editor/jsonEdits";
import { type Hint, nameHints, valueHints } from "$editor/schemaHints";
import { isValue, namesIn, pathOfNode, placeOf } from "./jsonPlaces";

type Place =
  | { type: "name"; object: SyntaxNode; from: number; to: number }
  | { type: "value"; path: JsonPath; from: number; to: number };

/** Offers what a schema says can stand where one is writing. */
export function schemaCompletions(schema: () => JsonValue | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const known = schema();
    const place = known === null ? null : placeAt(context);
    if (known === null || place === null) return null;
    const hints =
      place.type === "name"
        ? nameHints(known, pathOfNode(context.state, place.object), others(context, place))
        : valueHints(known, place.path);
    const isNamed = place.type === "name" && /^\s*:/.test(context.state.sliceDoc(place.to, place.to + 40));
    const end = place.type === "name" && !isNamed ? ": " : "";
    const options = hints.map((hint) => option(hint, end));
    return options.length === 0 ? null : { from: place.from, to: place.to, options, filter: true };
  };
}

function option(hint: Hint, end: string): Completion {
  return {
    label: hint.text,
    apply: hint.text + end,
    detail: hint.detail,
    type: end === "" ? "value" : "property",
    boost: hint.isFirst ? 1 : 0,
    ...(hint.note === null ? {} : { info: hint.note }),
  };
}

/** The names of an object but the one that is being written. */
function others({ state }: CompletionContext, place: Extract<Place, { type: "name" }>): string[] {
  const written = state.sliceDoc(place.from, place.to).replaceAll('"', "");
  return namesIn(state, place.object).filter((name) => name !== written);
}

function placeAt(context: CompletionContext): Place | null {
  const { state, pos } = context;
  const word = context.matchBefore(/"?[^\s",:{}[\]]*/);
  const here = { from: word?.from ?? pos, to: pos };
  let node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name === "PropertyName" && node.parent?.parent !== null && node.parent?.parent !== undefined)
    return { type: "name", object: node.parent.parent, from: node.from, to: node.to };
  if (isValue(node) && node.name !== "Object" && node.name !== "Array")
    return { type: "value", path: pathOfNode(state, node), from: node.from, to: node.to };
  while (node.type.isError || /^[[\]{},:]$/.test(node.name)) {
    if (node.parent === null) return null;
    node = node.parent;
  }
  // Between a comma and the next name the tree can end inside of the last property.
  if (node.name === "Property") {
    const written = state.sliceDoc(node.from, here.from);
    const hasValue = node.lastChild !== null && isValue(node.lastChild);
    if (written.includes(":") && !hasValue) return { type: "value", path: pathOfNode(state, node), ...here };
    if (node.parent === null) return null;
    node = node.parent;
  }
  if (node.name === "Object") return { type: "name", object: node, ...here };
  if (node.name === "Array")
    return { type: "value", path: [...pathOfNode(state, node), placeOf(node, here.from)], ...here };
  return node.name === "JsonText" ? { type: "value", path: [], ...here } : null;
}

import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { schemaCompletions } from "$editor/completions";
import { rangeOf } from "$editor/jsonPlaces";
import { ORDER_SCHEMA } from "$gallery/fixtures/schemas";

/** What is offered where the bar stands, and what it would replace. */
function offered(text: string): { labels: string[]; replaced: string } | null {
  const pos = text.indexOf("|");
  const doc = text.replace("|", "");
  const state = EditorState.create({ doc, extensions: [json()] });
  const found = schemaCompletions(() => ORDER_SCHEMA)(new CompletionContext(state, pos, true));
  if (found === null) return null;
  return { labels: found.options.map(({ label }) => label), replaced: doc.slice(found.from, found.to) };
}

describe("what an editor offers", () => {
  it.each([
    ['{"pri|"}', '"priority"', '"pri"'],
    ["{|}", '"customer"', ""],
    ['{"customer": "x", |}', '"priority"', ""],
    ['{"customer": "x", pri|}', '"priority"', "pri"],
    ['{"priority": |}', '"normal"', ""],
    ['{"priority": "lo|"}', '"low"', '"lo"'],
    ['{"isGift": t|}', "true", "t"],
    ['{"items": [{|}]}', '"article"', ""],
    ['{"items": [{"article": "x", "|"}]}', '"count"', '"'],
    ['{"delivery": {"kind": |}}', '"shop"', ""],
  ])("%s", (text, label, replaced) => {
    const found = offered(text);
    expect(found?.labels).toContain(label);
    if (replaced !== '"') expect(found?.replaced).toBe(replaced);
  });

  it("does not offer what is there already, nor anything where nothing is known", () => {
    expect(offered('{"priority": "low", "|"}')?.labels).not.toContain('"priority"');
    expect(offered('{"customer": |}')).toBeNull();
  });
});

describe("the place of a value", () => {
  const state = EditorState.create({ doc: '{"a": [1, {"b/c": true}]}', extensions: [json()] });
  it.each([
    [["a", 0], "1"],
    [["a", 1, "b/c"], "true"],
    [["a", 1], "{"],
    [["a", 1, "missing"], "{"],
    [[], "{"],
  ])("%j", (path, expected) => {
    const { from, to } = rangeOf(state, path);
    expect(state.sliceDoc(from, to)).toBe(expected);
  });
});

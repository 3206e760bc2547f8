import { expect, it } from "vitest";
import type { JsonValue } from "$contract";
import { citationsOf } from "$session/citations";

function cited(state: JsonValue) {
  return citationsOf({ type: "reasoning", text: "", providerState: { provider: "p", state } });
}

const TIDES = { title: "Tides", address: "https://tides.example" };

it("finds where words come from in the form of every protocol", () => {
  const named = { title: "Tides", url: "https://tides.example" };
  const onText = true;
  expect(cited({ onText, citations: [{ type: "web_search_result_location", ...named }] })).toEqual([TIDES]);
  expect(cited({ onText, annotations: [{ type: "url_citation", url_citation: named }] })).toEqual([TIDES]);
  expect(cited({ onText, annotations: [{ type: "url_citation", ...named }] })).toEqual([TIDES]);
  const chunk = { web: { uri: "https://tides.example", title: "Tides" } };
  expect(cited({ onText, groundingMetadata: { groundingChunks: [chunk] } })).toEqual([TIDES]);
  const source = { location: { web: { url: "https://tides.example" } }, title: "Tides" };
  expect(cited({ onText, citations: [source] })).toEqual([TIDES]);
});

it("tells each place once, and a document by its name", () => {
  const page = { uri: "https://tides.example" };
  const address = "https://tides.example";
  expect(cited({ citationMetadata: { citationSources: [page, page] } })).toEqual([
    { title: address, address },
  ]);
  expect(cited({ citations: [{ type: "char_location", document_title: "Log", cited_text: "…" }] })).toEqual([
    { title: "Log", address: null },
  ]);
  expect(cited({ thoughtSignature: "c2ln", onText: true })).toEqual([]);
});

import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { Replacement } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import { newRound, type Round } from "$timeline/model";
import RoundRow from "$transcript/components/RoundRow.svelte";

const PRICES = { asOf: "2026-11-21", models: [{ model: "big", input: 10, output: 20 }] };

/** Shows a round for which `asked` was asked, and gives the words of its line. */
async function lineOf(asked: string, replacedBy: Replacement | null): Promise<string> {
  const recording = { title: "A test", entries: [] };
  const host = new ScriptedHost({
    overview: demoOverview(),
    exchange: exchangeDemo(),
    pace: 0,
    recording,
    shown: 0,
  });
  const state = unseenWindow(host);
  vi.spyOn(host, "call").mockResolvedValue({ table: PRICES, isOwn: false, problem: null, file: "" });
  await state.prices.load();
  const round: Round = {
    ...newRound(1, "s"),
    usage: { input: 100_000, output: 0, cached: null, reasoning: null },
    terms: { model: asked, choice: { type: "auto" }, calls: {}, settings: {} },
    replacedBy,
  };
  const props = {
    round,
    who: { now: "Somebody", before: null, model: asked },
    inPlaceOf: replacedBy === null ? null : asked,
    changed: null,
    isSelected: false,
    onSelect: () => undefined,
    onOpenReplayed: replacedBy?.type === "session" ? () => undefined : null,
  };
  const { unmount } = render(within(state, RoundRow), { props, context: new Map() });
  const buttons = screen.getAllByRole("button").map((button) => button.ariaLabel ?? button.textContent);
  unmount();
  return buttons.join(" | ").replace(/\s+/g, " ").trim();
}

it("names the price of the model that answers, and the model in whose place it does", async () => {
  const asked = await lineOf("a/big", null);
  expect(asked).toContain("$1.00");
  expect(asked).not.toContain("in place of");
  const replaced = await lineOf("gpt-5", { type: "model", model: "b/big" });
  expect(replaced).toContain("$1.00");
  expect(replaced).toContain("in place of gpt-5");
});

it("has no cost where a session is replayed, which one opens beside it", async () => {
  const replayed = await lineOf("a/big", { type: "session", session: "s7" });
  expect(replayed).not.toContain("$");
  expect(replayed).toContain("in place of a/big");
  expect(replayed).toContain("Open the recorded session");
});

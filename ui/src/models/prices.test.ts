import { describe, expect, it } from "vitest";
import type { PriceTable, Prices, Replacement } from "$contract";
import type { Host } from "$host/host";
import { hostError } from "$host/host";
import { emptyTimeline, newRound, newTurn, type TurnState } from "$timeline/model";
import { PricesState } from "$models/prices.svelte";
import { weatherDemo } from "$gallery/fixtures/demo";
import { asWritten } from "$language/notices";

const TABLE: PriceTable = { asOf: "2026-08-21", models: [{ model: "big", input: 10, output: 20 }] };

function hostWith(asked: PriceTable[], refuses = false): Host {
  let kept = TABLE;
  const reply = (command: string, args: unknown): Prices => {
    if (command === "prices_save") {
      if (refuses) throw hostError("row 1 names no model", "Change it.");
      kept = args as PriceTable;
      asked.push(kept);
    }
    return { table: kept, isOwn: asked.length > 0, problem: null, file: "prices.json" };
  };
  const call = (command: string, args: unknown): Promise<unknown> =>
    new Promise((resolve) => resolve(reply(command, args)));
  return { call, follow: () => () => undefined } as unknown as Host;
}

function turn(...models: string[]): TurnState {
  const plan = weatherDemo(0).entries.flatMap(({ event }) =>
    event.type === "noted" && event.note.type === "configured" ? [event.note.plan] : [],
  )[0];
  if (plan === undefined) throw new Error("the demo has a plan");
  const made = newTurn("t", 0, null, plan);
  made.rounds = models.map((model, index) => ({
    ...newRound(index + 1, "s"),
    usage: { input: 100_000, output: 0, cached: null, reasoning: null },
    terms: { model, choice: { type: "auto" }, calls: {}, settings: {} },
  }));
  return made;
}

/** The same turn, where something else answered than the models that were asked. */
function answeredBy(replacedBy: Replacement, ...models: string[]): TurnState {
  const made = turn(...models);
  made.rounds = made.rounds.map((round) => ({ ...round, replacedBy }));
  return made;
}

describe("the table of prices", () => {
  it("is changed in a draft and kept when it is saved", async () => {
    const asked: PriceTable[] = [];
    const prices = new PricesState(hostWith(asked));
    await prices.open();
    prices.add("small");
    prices.change(0, { model: "small", input: 1 });
    prices.date("2026-11-21");
    expect(prices.isChanged).toBe(true);
    expect(prices.priceOf("acme/small")).toBeNull();
    expect(await prices.save()).toBe(true);
    expect(asked).toEqual([{ asOf: "2026-11-21", models: [{ model: "small", input: 1 }, TABLE.models[0]] }]);
    expect(prices.priceOf("acme/small")?.input).toBe(1);
    expect(prices.isChanged).toBe(false);
  });

  it("keeps what was written where it can't be saved", async () => {
    const prices = new PricesState(hostWith([], true));
    await prices.open();
    prices.add();
    expect(await prices.save()).toBe(false);
    expect(prices.error?.message).toEqual(asWritten("row 1 names no model"));
    expect(prices.draft?.models.length).toBe(2);
  });

  it("tells what a turn and a session cost, each request at its own price", async () => {
    const prices = new PricesState(hostWith([]));
    await prices.load();
    expect(prices.turnCost(turn("a/big", "b/big"))).toBe(2);
    expect(prices.turnCost(turn("a/big", "a/unknown"))).toBeNull();
    expect(prices.turnCost(turn())).toBeNull();
    const timeline = emptyTimeline();
    timeline.turns = { one: turn("a/big"), two: turn("a/big") };
    timeline.turnOrder = ["one", "two"];
    expect(prices.sessionCost(timeline)).toEqual({ cost: 2, isLeast: false });
    timeline.turns["two"] = turn("a/unknown");
    expect(prices.sessionCost(timeline)).toEqual({ cost: 1, isLeast: true });
    expect(prices.textOf({ input: 100_000, output: null, cached: null, reasoning: null }, "a/big")).toBe(
      "$1.00",
    );
  });

  it("prices a request at the model that answered it, and what is replayed not at all", async () => {
    const prices = new PricesState(hostWith([]));
    await prices.load();
    expect(prices.turnCost(answeredBy({ type: "model", model: "a/big" }, "gpt-5"))).toBe(1);
    expect(prices.turnCost(answeredBy({ type: "model", model: "scripted" }, "a/big"))).toBeNull();
    const replayed = answeredBy({ type: "session", session: "s7" }, "a/big");
    expect(prices.turnCost(replayed)).toBeNull();
    const timeline = emptyTimeline();
    timeline.turns = { one: turn("a/big"), two: replayed };
    timeline.turnOrder = ["one", "two"];
    expect(prices.sessionCost(timeline)).toEqual({ cost: 1, isLeast: false });
  });
});

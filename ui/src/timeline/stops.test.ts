import { expect, it } from "vitest";
import type { Decision, Pause, TurnEvent } from "$contract";
import { stampsOf } from "$calls/calls";
import { emptyTimeline, newTurn } from "$timeline/model";
import { changedOnce, decisionText, pastStops, stopsOfCall, stopsOfRound, stopTitle } from "$timeline/stops";
import { applyTurnEvent } from "$timeline/turnEvents";
import { plainPlan } from "$gallery/fixtures/plans";
import { callEnded, roundBegan } from "$gallery/fixtures/records";

function told(...events: TurnEvent[]) {
  const timeline = emptyTimeline();
  const turn = newTurn("t", 0, null, plainPlan({}));
  timeline.turns["t"] = turn;
  timeline.turnOrder.push("t");
  for (const event of events) applyTurnEvent(timeline, "t", event, { at: 1, large: [] });
  return { timeline, turn };
}

function paused(number: number, place: Pause["place"]): TurnEvent {
  return { type: "paused", pause: { number, place, reason: "breakpoint" }, state: {} };
}

function answered(pause: number, decision: Decision): TurnEvent {
  return { type: "answered", answer: { pause, decision, pace: "run" }, effect: {} };
}

it("keeps the stops a turn has left, with what was decided there", () => {
  const call = { type: "beforeCall", call: "a" } as const;
  const { timeline, turn } = told(
    roundBegan(1),
    paused(1, { type: "beforeRequest" }),
    answered(1, { type: "continue" }),
    paused(2, call),
    answered(2, { type: "decline", reason: "no" }),
    roundBegan(2),
    paused(3, { type: "beforeRequest" }),
  );
  expect(pastStops(turn).map(({ pause, round }) => [pause.number, round])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  const [request] = stopsOfRound(turn, 1);
  const [ofCall] = stopsOfCall(turn, 1, "a");
  expect(request === undefined ? null : stopTitle(timeline, turn, request)).toBe("Before request 1");
  expect(ofCall === undefined ? null : decisionText(ofCall)).toBe("declined");
  expect(stopsOfRound(turn, 2)).toEqual([]);
});

it("tells what was changed for one request alone", () => {
  const edit = { calls: {}, choice: { type: "none" }, instructions: "" } as const;
  const { turn } = told(
    roundBegan(1),
    paused(1, { type: "beforeRequest" }),
    answered(1, { type: "editRequest", edit, reach: "thisRequest" }),
    roundBegan(2),
    paused(2, { type: "beforeRequest" }),
    answered(2, { type: "editRequest", edit, reach: "restOfTurn" }),
  );
  expect(changedOnce(turn, 1)).toBe("Changed for this request only: Instructions, Calling");
  expect(changedOnce(turn, 2)).toBeNull();
});

it("adds what another model cost to the sum of the turn", () => {
  const usage = { input: 5, output: 2, cached: null, reasoning: null };
  const { turn } = told(
    roundBegan(1),
    { type: "responseReceived", usage },
    { type: "completionReceived", call: "a", usage },
  );
  expect(turn.usage).toEqual({ input: 10, output: 4, cached: null, reasoning: null });
});

it("says on a call who completed it in the place of its function", () => {
  const call = { type: "call", id: "a", function: { type: "unknown", raw: "f" } } as const;
  const outcome = { type: "returned", output: { type: "nothing" } } as const;
  const to = { type: "participant", name: "Bob" } as const;
  const { timeline } = told(
    roundBegan(1),
    { type: "itemStarted", index: 0, kind: call },
    { type: "handedOver", call: "a", to, model: "m", exchange: "x" },
    callEnded("a", outcome, "model"),
  );
  expect(timeline.calls.all.map(stampsOf)).toEqual([["by Bob"]]);
});

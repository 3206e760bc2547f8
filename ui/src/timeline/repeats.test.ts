import { expect, it } from "vitest";
import type { Outcome, TurnEvent } from "$contract";
import { FORECAST, PLAN } from "$gallery/fixtures/demo";
import { functionCall, Recorder, returned } from "$gallery/fixtures/recorder";
import { noticedOf, originOfResult, repeatText, resultStamp } from "$calls/calls";
import { callKey, emptyTimeline, latestTurn } from "$timeline/model";
import { statusText } from "$timeline/status";
import { applyEntry } from "$timeline/timeline";
import { forWordsText, limitMessage, silentMessage } from "$timeline/turnEnding";
import { callEnded, callStarted, roundBegan } from "$gallery/fixtures/records";

/** A turn with one call and these events behind it. */
function after(events: TurnEvent[]) {
  const log = new Recorder("A test", PLAN, 0);
  log.begin("t1", "Is it warm?").turn(roundBegan(1));
  log.say("assistant", [functionCall("call_1", FORECAST, "{}")]);
  for (const event of events) log.turn(event);
  const timeline = emptyTimeline();
  for (const entry of log.entries) applyEntry(timeline, entry);
  return { timeline, call: timeline.calls.of(callKey("t1#1", "call_1")), turn: latestTurn(timeline) };
}

it("says at a call once that its result is that of the same call before", () => {
  const outcome: Outcome = returned({ sky: "clear" });
  const repeated: TurnEvent = {
    type: "noticed",
    finding: { type: "repeatedCall", call: "call_1", times: 2 },
  };
  const ended = callEnded("call_1", outcome);
  const again = after([repeated, { ...ended, origin: "application", answeredFrom: "call_0" }]).call;
  const ran = after([repeated, callStarted("call_1"), ended]).call;
  if (again === undefined || ran === undefined) throw new Error("no such call");
  expect([repeatText(again), noticedOf(again)]).toEqual([
    "Same call as before: answered from its result",
    [],
  ]);
  expect([repeatText(ran), noticedOf(ran).length]).toEqual([null, 1]);
  expect([originOfResult(again), again.startedAt]).toEqual(["application", null]);
});

it("does not credit a filter that changed an earlier run of the same call", () => {
  const before: Outcome = returned({ sky: "rain" });
  const outcome: Outcome = returned({ sky: "clear" });
  const filtered: TurnEvent = {
    type: "filtered",
    passage: {
      filter: "No letters",
      around: { type: "call", call: "call_1" },
      side: "left",
      effect: { type: "replacedResult", before },
    },
  };
  const run = [callStarted("call_1"), callEnded("call_1", outcome)];
  const changed = after([callStarted("call_1"), filtered, callEnded("call_1", outcome, "edited")]).call;
  const again = after([callStarted("call_1"), filtered, callEnded("call_1", outcome, "edited"), ...run]).call;
  if (changed === undefined || again === undefined) throw new Error("no such call");
  expect([resultStamp(changed), resultStamp(again)]).toEqual(["by the filter No letters", null]);
});

it("says in the line of a round why it asks for words", () => {
  const { turn } = after([{ type: "limitHit", limit: "repeats" }, roundBegan(2, { forWords: "repeats" })]);
  expect(turn?.rounds.map(({ forWords }) => forWords)).toEqual([null, "repeats"]);
  expect(forWordsText("repeats")).toBe("Asked for words: the model made the same call three times in a row.");
  expect(forWordsText("rounds")).toBe("Asked for words: this is the last round.");
  if (turn === null) throw new Error("no turn");
  expect(limitMessage(turn, "repeats")).toBe(
    "The model made the same call again and again, and did not answer in words.",
  );
  const limits = { ...turn.plan.limits, consecutiveFailures: 1, seconds: 1, tokens: 120_000 };
  const limited = { ...turn, plan: { ...turn.plan, limits } };
  expect(
    (["consecutiveFailures", "time", "tokens"] as const).map((limit) => limitMessage(limited, limit)),
  ).toEqual([
    "Calls failed in more than 1 round in a row.",
    "The time of this turn is up: 1 s.",
    "The limit of 120,000 tokens is reached.",
  ]);
});

it("tells a turn that ended without a word from one with an answer, and what was called in it", () => {
  const called = [
    { function: { type: "known" as const, name: FORECAST }, times: 3 },
    { function: { type: "unknown" as const, raw: "tides" }, times: 1 },
  ];
  const { timeline } = after([{ type: "ended", outcome: { type: "silent", called } }]);
  expect(statusText(timeline)).toBe("Nothing said");
  expect(silentMessage(called)).toBe(
    "The model ended its answer without a word. It had called weather · get_forecast 3 times, tides 1 time.",
  );
  expect(silentMessage([])).toBe("The model ended its answer without a word.");
});

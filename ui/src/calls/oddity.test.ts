import { expect, it } from "vitest";
import type { LogEntry, Note, Oddity, StopReason, TurnEvent } from "$contract";
import { callKey, emptyTimeline, latestTurn } from "$timeline/model";
import { noticedText } from "$calls/noticed";
import { statusText } from "$timeline/status";
import { applyEntry } from "$timeline/timeline";
import { unansweredMessage } from "$timeline/turnEnding";
import { endings } from "$gallery/fixtures/endings";

function after(events: TurnEvent[]) {
  const timeline = emptyTimeline();
  const entries: LogEntry<Note>[] = endings().stopped?.entries.slice(0, -1) ?? [];
  for (const entry of entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline)?.id ?? "";
  for (const event of events) {
    const note = { type: "turn", turn, event } as const;
    applyEntry(timeline, { seq: timeline.seq + 1, at: 0, event: { type: "noted", note } });
  }
  return timeline;
}

it("shows at the call how it came in", () => {
  const oddities: Oddity[] = [
    { type: "cutByLimit", limit: 64 },
    { type: "cutByLimit", limit: 4096 },
    { type: "idInUse", raw: "call_0" },
  ];
  const timeline = after(
    oddities.map((oddity) => ({ type: "noticed", finding: { type: "oddCall", call: "call_1", oddity } })),
  );
  const findings = timeline.calls.of(callKey("t1#1", "call_1"))?.noticed ?? [];
  expect(findings.map(noticedText)).toEqual([
    "The answer reached its limit of 64 tokens here, so this call may be cut off.",
    "The answer reached its limit of 4,096 tokens here, so this call may be cut off.",
    "An earlier call already has the id call_0, so a number was added to this one’s.",
  ]);
});

it("tells a turn without an answer from one with an answer, in the words of whoever refused", () => {
  const stop: StopReason = { type: "refused", said: "I can’t help with that." };
  const timeline = after([{ type: "ended", outcome: { type: "unanswered", stop } }]);
  expect(statusText(timeline)).toBe("No answer");
  expect(unansweredMessage(stop)).toBe("The model refused to answer: I can’t help with that.");
});

import { describe, expect, it } from "vitest";
import type { Recording } from "$host/scripted/host";
import { originOfResult, outcomeOf } from "$calls/calls";
import { scopeNow } from "$timeline/currentCalls";
import {
  callKey,
  emptyTimeline,
  latestTurn,
  type MessageNode,
  type Timeline,
  type TurnState,
} from "$timeline/model";
import { rowsOf } from "$session/rows";
import { statusText } from "$timeline/status";
import { applyEntry } from "$timeline/timeline";
import { waitingAt } from "$stops/state/waiting";
import { weatherDemo } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";

// Logs the application itself wrote. The page must understand every one of them.
const RECORDED = import.meta.glob<Recording>("../../../tests/fixtures/events/*.json", {
  eager: true,
  import: "default",
});

const RECORDINGS: [string, Recording][] = [
  ...Object.entries(RECORDED),
  ["demo", weatherDemo()],
  ...Object.entries(endings()),
];

describe.each(RECORDINGS)("%s", (_name, { entries }) => {
  const timeline = emptyTimeline();
  const applied = entries.map((entry) => applyEntry(timeline, entry));

  it("is taken in without a gap", () => {
    expect(applied.every((answer) => answer === "applied")).toBe(true);
  });

  it("gives every row a key of its own", () => {
    const keys = rowsOf(timeline).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("answers every call of an ended turn exactly once", () => {
    for (const turn of ended(timeline)) {
      expect(answersOf(timeline, turn)).toEqual(callsOf(timeline, turn));
    }
  });

  it("stands where its last entry left it", () => {
    const turn = latestTurn(timeline);
    if (turn === null) return;
    const last = lastOf(entries);
    expect(turn.outcome !== null).toBe(last === "ended");
    expect(turn.pause !== null).toBe(last === "paused");
    if (turn.outcome !== null) expect(timeline.draft).toEqual([]);
    expect(statusText(timeline)).not.toBe("");
  });
});

/** What a call is shown to have come to just before the message with its result is there, and what that message says. */
function shownAndSaid(entries: Recording["entries"]): [shown: unknown, said: unknown][] {
  const timeline = emptyTimeline();
  return entries.flatMap((entry) => {
    const { event } = entry;
    const items = event.type === "messageAdded" && event.turn !== null ? event.message.items : [];
    const turn = latestTurn(timeline);
    const pairs = items.flatMap((item): [unknown, unknown][] => {
      if (item.type !== "functionResult" || turn === null) return [];
      const { callId, outcome, origin } = item.result;
      const call = timeline.calls.of(callKey(scopeNow(turn), callId));
      if (call === undefined) return [];
      return [
        [
          { outcome: outcomeOf(call), origin: originOfResult(call) },
          { outcome, origin },
        ],
      ];
    });
    applyEntry(timeline, entry);
    return pairs;
  });
}

describe.each(Object.entries(RECORDED))("%s", (_name, { entries }) => {
  it("shows results at once as they are said afterwards", () => {
    for (const [shown, said] of shownAndSaid(entries)) expect(shown).toEqual(said);
  });
});

describe("others_answered", () => {
  it("leaves a call that was handed over to whoever completes it", () => {
    const timeline = timelineOf("others_answered", "answered");
    const turn = latestTurn(timeline);
    expect(turn?.pause).not.toBeNull();
    expect(turn === null ? [] : waitingAt(timeline, turn, []).calls).toHaveLength(1);
  });
});

describe("interrupted", () => {
  it("leaves every call that was cut off to the person", () => {
    const timeline = timelineOf("interrupted");
    const turn = latestTurn(timeline);
    expect(turn === null ? [] : waitingAt(timeline, turn, []).calls).toHaveLength(2);
  });
});

describe("request_changed", () => {
  it("shows the request as it was changed, where the turn stops again", () => {
    const timeline = timelineOf("request_changed");
    const turn = latestTurn(timeline);
    if (turn === null) throw new Error("there is no turn");
    expect(waitingAt(timeline, turn, []).request?.settings).toEqual({ temperature: 0.5 });
    expect(turn.plan.settings).toEqual({ temperature: 0.5 });
  });
});

/** What a recording says, or what it says up to the first record of a kind. */
function timelineOf(name: string, last: string | null = null): Timeline {
  const timeline = emptyTimeline();
  const [, recording] = Object.entries(RECORDED).find(([path]) => path.endsWith(`/${name}.json`)) ?? [];
  if (recording === undefined) throw new Error(`no recording ${name}`);
  for (const entry of recording.entries) {
    applyEntry(timeline, entry);
    const { event } = entry;
    if (event.type === "noted" && event.note.type === "turn" && event.note.event.type === last) break;
  }
  return timeline;
}

function ended(timeline: Timeline): TurnState[] {
  return Object.values(timeline.turns).filter(({ outcome }) => outcome !== null);
}

/** The calls on the path, each with its round, since providers use ids again. */
function callsOf(timeline: Timeline, turn: TurnState): string[] {
  const keys = nodesOf(timeline, turn).flatMap(({ message, scope }) =>
    message.items.flatMap((item) => (item.type === "functionCall" ? [callKey(scope, item.call.id)] : [])),
  );
  // An edited message has the calls of the original again.
  return [...new Set(keys)].sort();
}

function answersOf(timeline: Timeline, turn: TurnState): string[] {
  const keys = nodesOf(timeline, turn).flatMap(({ message, scope }) =>
    message.items.flatMap((item) =>
      item.type === "functionResult" ? [callKey(scope, item.result.callId)] : [],
    ),
  );
  return keys.sort();
}

function nodesOf(timeline: Timeline, turn: TurnState): MessageNode[] {
  return timeline.messages.all.filter((node) => node.turn === turn.id);
}

/** What the turn told last: it is over, it waits, or neither. */
function lastOf(entries: Recording["entries"]): string {
  const told = entries.flatMap(({ event }) =>
    event.type === "noted" && event.note.type === "turn" && event.note.event.type !== "breakpointsChanged"
      ? [event.note.event.type]
      : [],
  );
  return told.at(-1) ?? "";
}

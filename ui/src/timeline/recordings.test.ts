import { describe, expect, it } from "vitest";
import type { Recording } from "$host/scripted/host";
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

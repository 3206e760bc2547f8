import { describe, expect, it } from "vitest";
import type { LogEntry, Note } from "$contract";
import {
  callStatus,
  originOfResult,
  outcomeOf,
  pauseAt,
  replacedOutcome,
  stampsOf,
  tookMilliseconds,
} from "$calls/calls";
import {
  callKey,
  type CallState,
  emptyTimeline,
  latestTurn,
  type Timeline,
  type TurnState,
} from "$timeline/model";
import { rowsOf } from "$session/rows";
import { pauseText, phaseOf, statusText } from "$timeline/status";
import { applyEntry } from "$timeline/timeline";
import { waitingAt } from "$stops/state/waiting";
import { FORECAST, PLAN, weatherDemo } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";
import { functionCall, Recorder } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { plain } from "$gallery/plain.svelte";

function timelineOf(entries: LogEntry<Note>[]): Timeline {
  const timeline = emptyTimeline();
  for (const entry of entries) expect(applyEntry(timeline, entry)).toBe("applied");
  return timeline;
}

/** The log up to and including the given stop, counted from 1. */
function upToStop(number: number): LogEntry<Note>[] {
  const { entries } = weatherDemo();
  const stops = entries.filter(
    ({ event }) => event.type === "noted" && event.note.type === "turn" && event.note.event.type === "paused",
  );
  return entries.slice(0, stops[number - 1]?.seq);
}

function callOf(timeline: Timeline, id: string): CallState {
  const call = timeline.calls.of(callKey("t1#1", id));
  if (call === undefined) throw new Error(`no call ${id}`);
  return call;
}

function ending(name: string): Timeline {
  const recording = endings()[name];
  if (recording === undefined) throw new Error(`no recording ${name}`);
  return timelineOf(recording.entries);
}

describe("a call that an earlier turn left open", () => {
  /** The calls stay in the round of the turn that asked for them. */
  function later(): { timeline: Timeline; turn: TurnState } {
    const timeline = timelineOf(upToStop(1));
    const earlier = latestTurn(timeline);
    if (earlier === null) throw new Error("there is no turn");
    const turn = { ...earlier, id: "t2" };
    timeline.turns = { t1: earlier, t2: turn };
    timeline.turnOrder = ["t1", "t2"];
    timeline.draft = [];
    return { timeline, turn };
  }

  it("is named where the later turn stops at it", () => {
    const { timeline, turn } = later();
    if (turn.pause === null) throw new Error("the turn stands nowhere");
    expect(pauseText(timeline, turn, turn.pause)).toBe("Paused before weather · get_forecast");
  });

  it("has no second line for its round", () => {
    const { timeline, turn } = later();
    turn.lastMessage = null;
    turn.after = timeline.head;
    expect(rowsOf(timeline).filter(({ type }) => type === "round")).toHaveLength(1);
  });
});

describe("a round after an answer in which a provider ran calls of its own", () => {
  it("has its own calls, and is where the turn stands at one of them", () => {
    const log = new Recorder("A search", PLAN, 0).begin("t1", "When is high tide?").turn(roundBegan(1));
    const ofProvider = functionCall("search_1", FORECAST, "{}", { origin: "informational" });
    log.say("assistant", [ofProvider]).turn(roundBegan(2));
    log.say("assistant", [functionCall("call_1", FORECAST, "{}")]);
    log.resolve([{ call: "call_1", name: FORECAST }]).pause({ type: "beforeCall", call: "call_1" });
    const timeline = timelineOf(log.entries);
    const [turn, call] = [latestTurn(timeline), timeline.calls.of(callKey("t1#2", "call_1"))];
    expect(call?.resolution?.type).toBe("runnable");
    expect(call === undefined ? null : pauseAt(call, turn)).not.toBeNull();
    expect(turn === null ? [] : waitingAt(timeline, turn, []).calls.map(({ id }) => id)).toEqual(["call_1"]);
  });
});

describe("the order of the log", () => {
  it("ignores entries that are there already", () => {
    const { entries } = weatherDemo();
    const timeline = timelineOf(entries.slice(0, 20));
    const before = plain(timeline);
    for (const entry of entries.slice(0, 20)) expect(applyEntry(timeline, entry)).toBe("duplicate");
    expect(plain(timeline)).toEqual(before);
  });

  it("refuses an entry that comes too early and changes nothing", () => {
    const { entries } = weatherDemo();
    const timeline = timelineOf(entries.slice(0, 4));
    const before = plain(timeline);
    const later = entries[9];
    expect(later !== undefined && applyEntry(timeline, later)).toBe("gap");
    expect(plain(timeline)).toEqual(before);
  });
});

describe("a model that speaks", () => {
  it("fills a call's arguments in while they stream", () => {
    const { entries } = weatherDemo();
    const timeline = timelineOf(entries.slice(0, 24));
    const draft = timeline.draft.find(({ kind }) => kind.type === "call");
    expect(draft?.text).toBe('{"city": "Boston",');
    expect(callStatus(callOf(timeline, "call_8Qb1"), null)).toBe("streaming");
    expect(statusText(timeline)).toBe("Receiving the answer");
  });

  it("keeps a card's place when its message arrives", () => {
    const streaming = rowsOf(timelineOf(weatherDemo().entries.slice(0, 30)));
    const arrived = rowsOf(timelineOf(weatherDemo().entries.slice(0, 34)));
    const keys = (rows: ReturnType<typeof rowsOf>): string[] => rows.map(({ key }) => key);
    expect([...keys(arrived), "t1/arriving"]).toEqual(keys(streaming));
  });

  it("has no draft once the message is there", () => {
    expect(timelineOf(upToStop(1)).draft).toEqual([]);
  });
});

describe("a stop", () => {
  it("stands before a call", () => {
    const timeline = timelineOf(upToStop(1));
    const call = callOf(timeline, "call_8Qb1");
    const pause = pauseAt(call, latestTurn(timeline));
    expect(callStatus(call, pause)).toBe("paused");
    expect(pauseAt(callOf(timeline, "call_2fYz"), latestTurn(timeline))).toBeNull();
    expect(phaseOf(timeline)).toBe("paused");
    expect(statusText(timeline)).toBe("Paused before weather · get_forecast");
  });

  it("stands after a call with what the function returned", () => {
    const timeline = timelineOf(upToStop(2));
    const call = callOf(timeline, "call_8Qb1");
    expect(originOfResult(call)).toBe("function");
    expect(tookMilliseconds(call)).toBe(132);
    expect(statusText(timeline)).toBe("Paused after weather · get_forecast");
  });

  it("is a row of its own before a request", () => {
    const timeline = ending("request");
    expect(rowsOf(timeline).map(({ type }) => type)).toEqual(["person", "round", "pause"]);
    expect(statusText(timeline)).toBe("Paused before request 1");
  });
});

describe("what a person changes", () => {
  it("shows the edited result and keeps the original", () => {
    const timeline = timelineOf(weatherDemo().entries);
    const call = callOf(timeline, "call_8Qb1");
    expect(outcomeOf(call)).toMatchObject({ output: { value: { sky: "thunderstorm" } } });
    expect(replacedOutcome(call)).toMatchObject({ output: { value: { sky: "cloudy" } } });
    expect(stampsOf(call)).toEqual(["edited"]);
  });

  it("shows the edited result before the model was told of it", () => {
    const timeline = timelineOf(upToStop(3));
    expect(originOfResult(callOf(timeline, "call_8Qb1"))).toBe("edited");
  });

  it("puts an edited message in the original's place and keeps the original's arguments", () => {
    const timeline = timelineOf(weatherDemo().entries);
    const call = callOf(timeline, "call_2fYz");
    expect(call.call?.arguments.raw).toContain("Bergen");
    expect(call.original?.arguments.raw).toContain("Oslo");
    expect(rowsOf(timeline).filter(({ type }) => type === "call")).toHaveLength(2);
  });
});

describe("the end of a turn", () => {
  it("leaves an answer, the rounds and the sum of the tokens", () => {
    const timeline = timelineOf(weatherDemo().entries);
    const types = rowsOf(timeline).map(({ type }) => type);
    expect(types).toEqual(["person", "round", "reasoning", "call", "call", "round", "text", "ending"]);
    expect(latestTurn(timeline)?.usage).toEqual({ input: 1000, output: 217, cached: 668, reasoning: 31 });
    expect(phaseOf(timeline)).toBe("idle");
  });

  it("answers open calls of a stopped turn as not run", () => {
    const timeline = ending("stopped");
    expect(callStatus(callOf(timeline, "call_1"), null)).toBe("failed");
    expect(latestTurn(timeline)?.outcome).toEqual({ type: "stopped" });
  });

  it("drops the draft of a request that failed and shows the round it failed in", () => {
    const timeline = ending("failed");
    expect(timeline.draft).toEqual([]);
    expect(rowsOf(timeline).map(({ type }) => type)).toEqual(["person", "round", "call", "round", "ending"]);
    expect(statusText(timeline)).toBe("Failed");
  });

  it("shows a thought that begins, but not what a provider put on a text", () => {
    const { entries } = weatherDemo();
    const begins = entries.findIndex(
      ({ event }) =>
        event.type === "noted" && event.note.type === "turn" && event.note.event.type === "itemStarted",
    );
    const timeline = timelineOf(entries.slice(0, begins));
    const scope = "t1#1";
    const item = (index: number, type: "text" | "reasoning", text: string) =>
      ({ index, kind: { type }, scope, text }) as const;
    const shown = () =>
      rowsOf(timeline).flatMap(({ type }) => (type === "text" || type === "reasoning" ? [type] : []));
    timeline.draft = [item(0, "reasoning", "")];
    expect(shown()).toEqual(["reasoning"]);
    timeline.draft = [item(0, "text", "I look."), item(1, "reasoning", "")];
    expect(shown()).toEqual(["text"]);
    timeline.draft = [item(0, "text", "I look."), item(1, "reasoning", "And now")];
    expect(shown()).toEqual(["text", "reasoning"]);
  });

  it("tells a declined call from a failed one", () => {
    expect(callStatus(callOf(ending("declined"), "call_1"), null)).toBe("declined");
  });

  it("tells a call for information only from one that waits", () => {
    const timeline = timelineOf(upToStop(1));
    const waiting = callOf(timeline, "call_2fYz");
    const call = waiting.call === null ? null : ({ ...waiting.call, origin: "informational" } as const);
    const informational = { ...waiting, call };
    expect([waiting, informational].map((one) => callStatus(one, null))).toEqual([
      "waiting",
      "informational",
    ]);
    expect(stampsOf(informational)).toEqual(["information only"]);
  });

  it("keeps calls of different rounds apart though their ids are alike", () => {
    const { entries } = endings()["limit"] ?? { entries: [] };
    const renamed = JSON.parse(JSON.stringify(entries).replaceAll(/call_\d/g, "call")) as typeof entries;
    expect(timelineOf(renamed).calls.keys).toEqual(["t1#1/call", "t1#2/call", "t1#3/call"]);
  });
});

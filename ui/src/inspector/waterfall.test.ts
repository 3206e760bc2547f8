import { describe, expect, it } from "vitest";
import type { LogEntry, Note, TurnEvent } from "$contract";
import type { Recording } from "$host/scripted/host";
import { emptyTimeline, latestTurn, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";
import { SpanReading } from "$inspector/spanReading";
import { titled } from "$inspector/spanTitles";
import { axisOf, type Span, ticksOf, workBy } from "$inspector/waterfall";
import { firstText, spanWords } from "$inspector/waterfallWords";
import paused from "../../../tests/fixtures/events/edited_arguments.json";
import { callEnded, callStarted, roundBegan } from "$gallery/fixtures/records";

function read(entries: LogEntry<Note>[]): { timeline: Timeline; spans: Span[] } {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  return { timeline, spans: turn === null ? [] : titled(new SpanReading(turn).upTo(entries), timeline) };
}

const RECORDED = (paused as unknown as Recording).entries;

/** Events of one turn, each with its moment. */
function turn(...events: [number, TurnEvent][]): LogEntry<Note>[] {
  const began = RECORDED.find(
    ({ event }) => event.type === "noted" && event.note.type === "turn" && event.note.event.type === "began",
  );
  const note = began?.event.type === "noted" ? began.event.note : null;
  if (note?.type !== "turn") throw new Error("a recording has a turn");
  return [[0, note.event] as [number, TurnEvent], ...events].map(([at, event], place) => ({
    seq: place + 1,
    at,
    event: { type: "noted", note: { type: "turn", turn: "t", event } },
  }));
}

const called = (at: number, call: string): [number, TurnEvent] => [at, callStarted(call)];
const done = (at: number, call: string): [number, TurnEvent] => [
  at,
  callEnded(call, { type: "returned", output: { type: "nothing" } }),
];
const round: [number, TurnEvent] = [0, roundBegan(1)];

describe("a recorded turn", () => {
  const { spans } = read(RECORDED);

  it("is told in the order in which things began", () => {
    expect(spans.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      "selection: Choosing functions",
      "request: Request 1",
      "wait: Waiting for you before weather · get_forecast",
      "call: weather · get_forecast",
      "wait: Waiting for you before weather · get_forecast",
      "call: weather · get_forecast",
      "selection: Choosing functions",
      "request: Request 2",
    ]);
  });

  it("has an end everywhere, and says when the model began to answer", () => {
    expect(spans.every(({ from, to }) => to !== null && to >= from)).toBe(true);
    const requests = spans.filter(({ kind }) => kind === "request");
    expect(requests.every(({ firstAt, from }) => firstAt !== null && firstAt >= from)).toBe(true);
  });
});

describe("spans", () => {
  it("overlap where calls run at the same time", () => {
    const { spans } = read(turn(round, called(10, "a"), called(12, "b"), done(40, "b"), done(50, "a")));
    expect(spans.map(({ from, to }) => [from, to])).toEqual([
      [10, 50],
      [12, 40],
    ]);
  });

  it("are open as long as they last, and say so", () => {
    const { spans } = read(turn(round, called(10, "a")));
    expect(spans[0]?.to).toBeNull();
    expect(spans.map((span) => spanWords(span, 0, 2_010))).toEqual(["a 2.00 s so far, from 0.010 s"]);
  });

  it("leave out what a person held an answer for, which is folded like any wait", () => {
    const pause = { number: 1, place: { type: "duringAnswer" as const }, reason: "step" as const };
    const { spans } = read(
      turn(
        round,
        [0, { type: "requestSent", exchange: "e", offered: [] }],
        [20, { type: "paused", pause, state: {} }],
        [
          60_020,
          { type: "answered", answer: { pause: 1, decision: { type: "continue" }, pace: "run" }, effect: {} },
        ],
        [60_030, { type: "textDelta", index: 0, text: "Hm" }],
        [60_040, { type: "responseReceived", usage: null, stop: { type: "complete" } }],
      ),
    );
    const [request, wait] = spans;
    if (request === undefined || wait === undefined) throw new Error("there is a request and a wait");
    expect([workBy(request, request.to ?? 0), firstText(request)]).toEqual([40, "30 ms"]);
    expect(workBy(wait, wait.to ?? 0)).toBe(60_000);
    expect(axisOf(spans, 0, true).length).toBeLessThan(100);
  });

  it("leave out of a call what its function asked the person", () => {
    const records = [
      round,
      called(10, "a"),
      [20, { type: "personAsked", call: "a" }],
      [60_020, { type: "personAnswered", call: "a" }],
      done(60_030, "a"),
    ] satisfies Parameters<typeof turn>;
    const { spans } = read(turn(...records));
    expect(spans.map((span) => [span.kind, span.title, workBy(span, span.to ?? 0)])).toEqual([
      ["call", "a", 20],
      ["wait", "Waiting for you during a", 60_000],
    ]);
    expect(axisOf(spans, 0, true).length).toBeLessThan(100);
  });

  it("end what a function asked with its call, and not with a stop at another", () => {
    const stop = { number: 1, place: { type: "beforeCall" as const, call: "b" }, reason: "step" as const };
    const decision = { type: "continue" as const };
    const { spans } = read(
      turn(
        round,
        called(10, "a"),
        [20, { type: "personAsked", call: "a" }],
        [30, { type: "paused", pause: stop, state: {} }],
        [40, { type: "answered", answer: { pause: 1, decision, pace: "run" }, effect: {} }],
        done(100, "a"),
      ),
    );
    expect(spans.map((span) => [span.kind, span.to, workBy(span, span.to ?? 0)])).toEqual([
      ["call", 100, 10],
      ["wait", 100, 80],
      ["wait", 40, 10],
    ]);
  });

  it("end where the application died under them", () => {
    const pause = {
      number: 1,
      place: { type: "beforeCall" as const, call: "a" },
      reason: "interrupted" as const,
    };
    const { spans } = read(turn(round, called(10, "a"), [500, { type: "paused", pause, state: {} }]));
    expect(spans.map(({ kind, to }) => [kind, to])).toEqual([
      ["call", 500],
      ["wait", null],
    ]);
  });
});

describe("a turn that goes on", () => {
  function reading(): { read: SpanReading; timeline: Timeline } {
    const { timeline } = read(RECORDED);
    const turn = latestTurn(timeline);
    if (turn === null) throw new Error("a recording has a turn");
    return { read: new SpanReading(turn), timeline };
  }

  it("is read on to the same as at once", () => {
    const { read: oneByOne, timeline } = reading();
    const entries: LogEntry<Note>[] = [];
    for (const entry of RECORDED) {
      entries.push(entry);
      oneByOne.upTo(entries);
    }
    expect(titled(oneByOne.upTo(entries), timeline)).toEqual(read(RECORDED).spans);
  });

  it("gives the same list until something changes in it", () => {
    const pieces = turn(
      round,
      [5, { type: "requestSent", exchange: "e", offered: [] }],
      ...[9, 12, 15].map((at): [number, TurnEvent] => [at, { type: "textDelta", index: 0, text: "Hm" }]),
    );
    const state = latestTurn(read(pieces).timeline);
    if (state === null) throw new Error("there is a turn");
    const spans = new SpanReading(state);
    const entries: LogEntry<Note>[] = [];
    const lists = pieces.map((entry) => {
      entries.push(entry);
      return spans.upTo(entries);
    });
    expect(new Set(lists).size).toBe(3);
    expect(lists.slice(-2).every((list) => list === lists[3])).toBe(true);
    expect(lists.at(-1)?.map(({ from, firstAt }) => [from, firstAt])).toEqual([[5, 9]]);
  });

  it("names a call by what it is now", () => {
    const { read: spans, timeline } = reading();
    const list = spans.upTo(RECORDED);
    const call = list.find(({ kind }) => kind === "call")?.call ?? "";
    const state = timeline.calls.of(call);
    if (state === undefined) throw new Error("there is a call");
    timeline.calls.rename(state, { type: "known", name: { plugin: "clock", function: "now" } });
    const titles = titled(list, timeline).map(({ title }) => title);
    expect(titles.filter((title) => title.includes("clock · now"))).toHaveLength(2);
  });

  it("is read anew where something comes before", () => {
    const { read: again, timeline } = reading();
    again.upTo(RECORDED.slice(RECORDED.length / 2));
    expect(titled(again.upTo(RECORDED), timeline)).toEqual(read(RECORDED).spans);
  });
});

describe("the axis", () => {
  const span = (kind: Span["kind"], from: number, to: number): Span => {
    const rest = { title: "", round: 1, firstAt: null, call: null, holds: [], isFailed: false };
    return { key: `${from}`, kind, from, to, ...rest };
  };
  const spans = [span("request", 0, 100), span("wait", 100, 10_100), span("call", 10_100, 10_200)];

  it("folds the time in which a person was waited for", () => {
    const whole = axisOf(spans, 0, false);
    expect([whole.isFolded, whole.length, whole.at(100)]).toEqual([false, 10_200, 100 / 10_200]);
    const folded = axisOf(spans, 0, true);
    expect([folded.isFolded, folded.length, folded.at(10_200)]).toEqual([true, 212, 1]);
    expect(folded.at(10_100) - folded.at(100)).toBeCloseTo(12 / 212);
  });

  it("folds nothing while something else runs", () => {
    const busy = [...spans, span("call", 50, 10_150)];
    expect(axisOf(busy, 0, true).isFolded).toBe(false);
  });

  it.each([
    [1000, 4, [0, 500, 1000]],
    [950, 5, [0, 200, 400, 600, 800]],
    [3, 4, [0, 1, 2, 3]],
  ])("of %d ms has at most about %d marks at round moments", (length, most, expected) => {
    expect(ticksOf(length, most)).toEqual(expected);
  });
});

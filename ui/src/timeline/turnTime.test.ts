import { expect, it } from "vitest";
import type { LogEntry, Note, TurnEvent } from "$contract";
import { FORECAST, PLAN, weatherDemo } from "$gallery/fixtures/demo";
import { functionCall, Recorder, returned } from "$gallery/fixtures/recorder";
import { callEnded, callStarted, paused, roundBegan } from "$gallery/fixtures/records";
import { tookMilliseconds } from "$calls/calls";
import { firstTokenText, stalledFor } from "$timeline/arrival";
import { type CallState, emptyTimeline, latestTurn, type Timeline, type TurnState } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";
import { tookText, waitedText } from "$timeline/turnEnding";
import { nothingSpent, type Spent, spentAfter, spentBy, workOf } from "$timeline/turnTime";

function spentOver(...events: [number, TurnEvent][]): Omit<Spent, "at" | "doing"> {
  const spent = events.reduce((before, [at, event]) => spentAfter(before, event, at), nothingSpent(0));
  const { model, functions, between, person } = spent;
  return { model, functions, between, person };
}

function played(entries: LogEntry<Note>[]): Timeline {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  return timeline;
}

function callsOf(entries: LogEntry<Note>[]): CallState[] {
  return played(entries).calls.all;
}

function turnOf(entries: LogEntry<Note>[]): TurnState {
  const turn = latestTurn(played(entries));
  if (turn === null) throw new Error("there is no turn");
  return turn;
}

const SENT: TurnEvent = { type: "requestSent", exchange: "x", offered: [] };
const RECEIVED: TurnEvent = { type: "responseReceived", usage: null };
const ON: TurnEvent = {
  type: "answered",
  answer: { pause: 1, decision: { type: "continue" }, pace: "run" },
  effect: {},
};
const DONE = callEnded("a", returned({}));

it("counts the model, the functions and the person apart", () => {
  const stop = paused({ number: 1, place: { type: "beforeCall", call: "a" }, reason: "breakpoint" });
  expect(
    spentOver(
      [5, SENT],
      [105, RECEIVED],
      [110, stop],
      [60_110, ON],
      [60_110, callStarted("a")],
      [60_150, DONE],
    ),
  ).toEqual({ model: 100, functions: 40, between: 10, person: 60_000 });
});

it("counts calls that run side by side once, also while a person is asked about another", () => {
  const stop = paused({ number: 1, place: { type: "beforeCall", call: "c" }, reason: "approval" });
  const other = callEnded("b", returned({}));
  expect(
    spentOver([0, callStarted("a")], [0, callStarted("b")], [0, stop], [30, DONE], [50, other], [90, ON]),
  ).toEqual({ model: 0, functions: 50, between: 0, person: 40 });
});

it("counts the time in which a function asks a person as theirs, unless another one works", () => {
  const asked: TurnEvent = { type: "personAsked", call: "a" };
  const settled: TurnEvent = { type: "personAnswered", call: "a" };
  const other = callEnded("b", returned({}));
  expect(
    spentOver(
      [0, callStarted("a")],
      [0, callStarted("b")],
      [10, asked],
      [50, other],
      [60_050, settled],
      [60_070, DONE],
    ),
  ).toEqual({ model: 0, functions: 70, between: 0, person: 60_000 });
  expect(spentOver([0, callStarted("a")], [10, asked], [30, DONE], [35, SENT])).toEqual({
    model: 0,
    functions: 10,
    between: 5,
    person: 20,
  });
});

it("leaves out of the time of a call what its function asked a person, also in a run that follows", () => {
  const log = new Recorder("A test", PLAN, 0);
  log.begin("t1", "Book a room").turn(roundBegan(1));
  log.say("assistant", [functionCall("a", FORECAST, "{}")]);
  const asking = (): Recorder =>
    log
      .turn(callStarted("a"))
      .wait(10)
      .turn({ type: "personAsked", call: "a" })
      .wait(60_000)
      .turn({ type: "personAnswered", call: "a" })
      .wait(20);
  const took = (): (number | null)[] => callsOf(log.entries).map(tookMilliseconds);
  asking();
  expect(took()).toEqual([null]);
  log.turn(DONE);
  expect(took()).toEqual([30]);
  log.wait(1000);
  asking();
  expect(took()).toEqual([null]);
  log.turn(DONE);
  expect(took()).toEqual([30]);
});

it("counts the time in which an answer is held as the person's", () => {
  const held = paused({ number: 1, place: { type: "duringAnswer" }, reason: "step" });
  expect(spentOver([0, SENT], [20, held], [520, ON], [530, RECEIVED])).toEqual({
    model: 30,
    functions: 0,
    between: 0,
    person: 500,
  });
});

it("counts nothing while the application was closed", () => {
  const back = paused({ number: 1, place: { type: "beforeRequest" }, reason: "interrupted" });
  expect(spentOver([0, SENT], [3_600_000, back], [3_600_100, ON])).toEqual({
    model: 0,
    functions: 0,
    between: 0,
    person: 100,
  });
});

it("goes on with the clock while a turn is under way", () => {
  const asking = spentAfter(nothingSpent(0), SENT, 10);
  expect(workOf(spentBy(asking, 260))).toBe(260);
  expect(workOf(spentBy(asking, 5))).toBe(10);
});

it("says what a turn took without the person, and how long it waited for them", () => {
  const turn = turnOf(weatherDemo().entries);
  expect([turn.spent.functions, turn.spent.person]).toEqual([250, 20_700]);
  expect(tookText(turn)).toBe("2.55 s");
  expect(waitedText(turn)).toBe("20.7 s waiting for you");
});

it("says at a round when its first piece came and how long the model took", () => {
  const [round] = turnOf(weatherDemo().entries).rounds;
  if (round === undefined) throw new Error("there is no round");
  expect(firstTokenText(round)).toBe("first token 380 ms");
  expect(round.took).toBe((round.respondedAt ?? 0) - (round.requestedAt ?? 0));
});

it("leaves out of the first token, and of an answer that stands still, what a person held", () => {
  const log = new Recorder("A test", PLAN, 0);
  const held = (): Recorder =>
    log.wait(20).pause({ type: "duringAnswer" }, "step").wait(60_000).answer({ type: "continue" }).wait(10);
  log.begin("t1", "Is it warm?").turn(roundBegan(1)).turn(SENT);
  held().turn({ type: "itemStarted", index: 0, kind: { type: "text" } });
  held().turn({ type: "textDelta", index: 0, text: "It" });
  const [round] = turnOf(log.entries).rounds;
  if (round === undefined) throw new Error("there is no round");
  expect(firstTokenText(round)).toBe("first token 30 ms");
  held();
  const [still] = turnOf(log.entries).rounds;
  if (still === undefined) throw new Error("there is no round");
  expect(stalledFor(still, 200_000)).toBe(200_000 - 180_080);
});

it("calls an answer stalled once nothing came for ten seconds", () => {
  const log = new Recorder("A test", PLAN, 0);
  log.begin("t1", "Is it warm?").turn(roundBegan(1)).turn(SENT);
  const waiting = turnOf(log.entries).rounds[0];
  log
    .turn({ type: "itemStarted", index: 0, kind: { type: "text" } })
    .wait(5)
    .turn({ type: "textDelta", index: 0, text: "It" });
  const begun = turnOf(log.entries).rounds[0];
  log.turn(RECEIVED).say("assistant", [functionCall("a", FORECAST, "{}")]);
  const whole = turnOf(log.entries).rounds[0];
  if (waiting === undefined || begun === undefined || whole === undefined)
    throw new Error("there is no round");
  expect([9_000, 10_005].map((now) => stalledFor(begun, now))).toEqual([null, 10_000]);
  expect([waiting, whole].map((round) => stalledFor(round, 60_000))).toEqual([null, null]);
});

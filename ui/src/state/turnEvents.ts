import type {
  Answer,
  CallId,
  Decision,
  FilterPassage,
  ItemKind,
  Origin,
  Pause,
  Timestamp,
  TurnEvent,
  TurnFinding,
  TurnId,
  Usage,
} from "$contract";
import { assertNever } from "$state/assertNever";
import {
  type CallState,
  callKey,
  newCall,
  newRound,
  newTurn,
  NOT_RUN,
  scopeOfRound,
  type Timeline,
  type TurnState,
  type Written,
} from "$state/model";

export function applyTurnEvent(timeline: Timeline, id: TurnId, event: TurnEvent, at: Timestamp): void {
  if (event.type === "began") {
    timeline.turns[id] = newTurn(id, at, event.after, event.plan);
    timeline.turnOrder.push(id);
    return;
  }
  const turn = timeline.turns[id];
  if (turn !== undefined) advance(timeline, turn, event, at);
}

type Later = Exclude<TurnEvent, { type: "began" }>;

function advance(timeline: Timeline, turn: TurnState, event: Later, at: Timestamp): void {
  const round = turn.rounds.at(-1);
  switch (event.type) {
    case "roundBegan":
      turn.rounds.push(newRound(event.round));
      return;
    case "selected":
      if (round !== undefined) round.selection = event.selection;
      return;
    case "requestSent":
      timeline.draft = [];
      if (round === undefined) return;
      round.exchanges.push(event.exchange);
      round.offered = event.offered;
      round.requestedAt = at;
      round.terms = event.terms ?? null;
      round.failed = null;
      return;
    case "itemStarted":
      startItem(timeline, turn, event.index, event.kind);
      return;
    case "textDelta":
    case "reasoningDelta":
    case "argumentsDelta":
      appendText(timeline, event.index, event.text);
      return;
    case "responseReceived":
      turn.usage = addUsage(turn.usage, event.usage);
      if (round === undefined) return;
      round.usage = event.usage;
      round.respondedAt = at;
      return;
    case "callsResolved":
      for (const { call, resolution, recorded } of event.calls) {
        changeCall(timeline, turn, call, (state) =>
          Object.assign(state, { resolution, recorded: recorded ?? null }),
        );
      }
      return;
    case "given":
      for (const { callId, outcome, origin } of event.results)
        changeCall(timeline, turn, callId, (state) => (state.written = { outcome, origin }));
      return;
    case "requestFailed":
      if (round !== undefined) round.failed = { message: event.message, advice: event.advice };
      return;
    case "breakpointsHit":
      for (const id of event.breakpoints) turn.hits[id] = (turn.hits[id] ?? 0) + 1;
      return;
    case "handedOver":
      turn.running = keyOf(turn, event.call);
      changeCall(timeline, turn, event.call, (state) => {
        state.startedAt = at;
        state.handedTo = event.to;
      });
      return;
    case "filtered":
      takePassage(timeline, turn, event.passage);
      return;
    case "noticed":
      takeFinding(timeline, turn, event.finding);
      return;
    case "limitHit":
    case "timeUp":
      return;
    case "paused":
      standStill(timeline, turn, event.pause);
      return;
    case "answered":
      takeAnswer(timeline, turn, event.answer);
      return;
    case "callStarted":
      turn.running = keyOf(turn, event.call);
      changeCall(timeline, turn, event.call, (state) => (state.startedAt = at));
      return;
    case "callEnded":
      turn.running = null;
      changeCall(timeline, turn, event.call, (state) => {
        state.endedAt = at;
        state.ended = event.outcome;
        state.whole = event.whole ?? null;
        if (event.origin !== undefined) state.written = { outcome: event.outcome, origin: event.origin };
      });
      return;
    case "pauseRequested":
      turn.isPauseRequested = true;
      return;
    case "breakpointsChanged":
      turn.plan = { ...turn.plan, breakpoints: event.breakpoints };
      return;
    case "approvalsChanged":
      turn.plan = { ...turn.plan, approvals: event.approvals };
      return;
    case "ended":
      timeline.draft = [];
      turn.pause = null;
      turn.running = null;
      turn.isPauseRequested = false;
      turn.outcome = event.outcome;
      turn.endedAt = at;
      return;
    default:
      assertNever(event);
  }
}

function startItem(timeline: Timeline, turn: TurnState, index: number, kind: ItemKind): void {
  const scope = scopeOfRound(turn.id, turn.rounds.at(-1)?.number ?? 0);
  timeline.draft.push({ index, kind, scope, text: "" });
  if (kind.type === "call") timeline.calls[callKey(scope, kind.id)] = newCall(kind.id, scope, kind.function);
}

function appendText(timeline: Timeline, index: number, text: string): void {
  const item = timeline.draft.find((draft) => draft.index === index);
  if (item !== undefined) item.text += text;
}

function standStill(timeline: Timeline, turn: TurnState, pause: Pause): void {
  turn.pause = pause;
  turn.isPauseRequested = false;
  turn.running = null;
  switch (pause.place.type) {
    case "beforeRequest":
      // Where a request was cut off, what it gave is asked for again.
      timeline.draft = [];
      return;
    case "beforeCall":
      changeCall(timeline, turn, pause.place.call, (state) => (state.startedAt = null));
      return;
    case "afterResponse":
    case "afterCall":
      return;
    default:
      assertNever(pause.place);
  }
}

function takeAnswer(timeline: Timeline, turn: TurnState, answer: Answer): void {
  const place = turn.pause?.number === answer.pause ? turn.pause.place : null;
  const isStaying = answer.decision.type === "stay" || answer.decision.type === "addCall";
  if (!isStaying) turn.pause = null;
  if (place === null || place.type === "beforeRequest") return;
  const origin = place.type === "afterCall" ? "edited" : "simulated";
  if (place.type !== "afterResponse") takeDecision(timeline, turn, place.call, answer.decision, origin);
  for (const { call, decision } of answer.others ?? [])
    takeDecision(timeline, turn, call, decision, "simulated");
}

function takeDecision(
  timeline: Timeline,
  turn: TurnState,
  call: CallId,
  decision: Decision,
  origin: Origin,
): void {
  const write = (written: Written): void =>
    changeCall(timeline, turn, call, (state) => (state.written = written));
  switch (decision.type) {
    case "writeResult":
      write({ outcome: decision.outcome, origin });
      return;
    case "decline":
      write({ outcome: { type: "declined", reason: decision.reason }, origin: "person" });
      return;
    case "useRecorded": {
      const recorded = timeline.calls[keyOf(turn, call)]?.recorded ?? null;
      if (recorded !== null) write({ outcome: recorded.outcome, origin: "recorded" });
      return;
    }
    case "runAgain":
    case "editArguments":
    case "sendTo":
    case "handOver":
      // It runs, for the first time or once more, and what it gave before is of no account.
      changeCall(timeline, turn, call, (state) => Object.assign(state, NOT_RUN));
      return;
    case "continue":
    case "stay":
    case "editRequest":
    case "drop":
    case "addCall":
    case "stop":
      return;
    default:
      assertNever(decision);
  }
}

function takePassage(timeline: Timeline, turn: TurnState, passage: FilterPassage): void {
  const { around } = passage;
  if (around.type === "request") turn.rounds.at(-1)?.passages.push(passage);
  else changeCall(timeline, turn, around.call, (state) => state.passages.push(passage));
}

/** A finding about a call is shown at the call, in whatever round it was made. */
function takeFinding(timeline: Timeline, turn: TurnState, finding: TurnFinding): void {
  if (finding.type === "heavyFunctions") {
    turn.rounds.at(-1)?.noticed.push(finding);
    return;
  }
  const keys = turn.rounds.map(({ number }) => callKey(scopeOfRound(turn.id, number), finding.call));
  const call = keys.reverse().flatMap((key) => timeline.calls[key] ?? [])[0];
  call?.noticed.push(finding);
}

function keyOf(turn: TurnState, call: string): string {
  return callKey(scopeOfRound(turn.id, turn.rounds.at(-1)?.number ?? 0), call);
}

function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => unknown,
): void {
  const state = timeline.calls[keyOf(turn, call)];
  if (state !== undefined) change(state);
}

function addUsage(sum: Usage, more: Usage | null): Usage {
  if (more === null) return sum;
  return {
    input: add(sum.input, more.input),
    output: add(sum.output, more.output),
    cached: add(sum.cached, more.cached),
    reasoning: add(sum.reasoning, more.reasoning),
  };
}

/** A count nobody reported stays absent, because that is not the same as none. */
function add(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}

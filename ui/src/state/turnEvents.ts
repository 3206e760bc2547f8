import type { Answer, ItemKind, LargeValue, Pause, Timestamp, TurnEvent, TurnId, Usage } from "$contract";
import { assertNever } from "$state/assertNever";
import { largeOfOutcome } from "$state/large";
import {
  type CallState,
  callKey,
  newCall,
  newRound,
  newTurn,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$state/model";

/** When something was written down, and what of it is shown in part. */
type Written = { at: Timestamp; large: LargeValue[] };

export function applyTurnEvent(timeline: Timeline, id: TurnId, event: TurnEvent, written: Written): void {
  if (event.type === "began") {
    timeline.turns[id] = newTurn(id, written.at, event.after, event.plan);
    timeline.turnOrder.push(id);
    return;
  }
  const turn = timeline.turns[id];
  if (turn !== undefined) advance(timeline, turn, event, written);
}

type Later = Exclude<TurnEvent, { type: "began" }>;

function advance(timeline: Timeline, turn: TurnState, event: Later, { at, large }: Written): void {
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
      for (const { call, resolution } of event.calls) {
        changeCall(timeline, turn, call, (state) => (state.resolution = resolution));
      }
      return;
    case "paused":
      standStill(timeline, turn, event.pause);
      return;
    case "answered":
      takeAnswer(timeline, turn, event.answer, large);
      return;
    case "callStarted":
      turn.running = keyOf(turn, event.call);
      changeCall(timeline, turn, event.call, (state) => {
        state.startedAt = at;
        state.standIn = event.origin ?? null;
      });
      return;
    case "callEnded":
      turn.running = null;
      changeCall(timeline, turn, event.call, (state) => {
        state.endedAt = at;
        state.ended = event.outcome;
        state.largeResult = largeOfOutcome(large);
      });
      return;
    case "pauseRequested":
      turn.isPauseRequested = true;
      return;
    case "breakpointsChanged":
      turn.plan = { ...turn.plan, breakpoints: event.breakpoints };
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
    case "afterCall":
      return;
    default:
      assertNever(pause.place);
  }
}

function takeAnswer(
  timeline: Timeline,
  turn: TurnState,
  { pause: number, decision }: Answer,
  large: LargeValue[],
): void {
  const place = turn.pause?.number === number ? turn.pause.place : null;
  turn.pause = null;
  if (place === null || place.type === "beforeRequest") return;
  const origin = place.type === "afterCall" ? "edited" : "simulated";
  switch (decision.type) {
    case "writeResult":
      changeCall(timeline, turn, place.call, (state) => {
        state.written = { outcome: decision.outcome, origin };
        state.largeResult = largeOfOutcome(large);
      });
      return;
    case "decline":
      changeCall(timeline, turn, place.call, (state) => {
        state.written = { outcome: { type: "declined", reason: decision.reason }, origin: "person" };
        state.largeResult = null;
      });
      return;
    case "continue":
    case "editArguments":
    case "stop":
      return;
    default:
      assertNever(decision);
  }
}

function keyOf(turn: TurnState, call: string): string {
  return callKey(scopeOfRound(turn.id, turn.rounds.at(-1)?.number ?? 0), call);
}

function changeCall(
  timeline: Timeline,
  turn: TurnState,
  call: string,
  change: (state: CallState) => void,
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

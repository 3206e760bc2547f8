import { say } from "$language/say";
import type { CallId, LogEntry, Note, Pause, Timestamp, TurnEvent, TurnId } from "$contract";
import { type CallKey, callKey, type Timeline, type TurnState } from "$state/model";
import { calledTitle } from "$state/naming";

/** What took time: choosing functions, a request, a call, or waiting for a person. */
export type SpanKind = "selection" | "request" | "call" | "wait";

/** Something in a turn that took time. As long as it lasts it has no end. */
export type Span = {
  key: string;
  kind: SpanKind;
  title: string;
  round: number;
  from: Timestamp;
  to: Timestamp | null;
  /** When a model began to answer. */
  firstAt: Timestamp | null;
  /** The call it belongs to. */
  call: CallKey | null;
  isFailed: boolean;
};

/** The spans of one turn, in the order in which they began. */
export function spansOf(entries: LogEntry<Note>[], timeline: Timeline, turn: TurnState): Span[] {
  const reading = new Reading(timeline, turn);
  for (const { at, event } of entries) {
    if (event.type === "noted" && event.note.type === "turn" && event.note.turn === turn.id)
      reading.take(event.note.event, at);
  }
  return reading.spans;
}

class Reading {
  readonly spans: Span[] = [];
  readonly #timeline: Timeline;
  readonly #turn: TurnState;
  #round = 0;
  #scope = "";
  #roundAt: Timestamp = 0;

  constructor(timeline: Timeline, turn: TurnState) {
    this.#timeline = timeline;
    this.#turn = turn;
  }

  take(event: TurnEvent, at: Timestamp): void {
    switch (event.type) {
      case "roundBegan":
        this.#round = event.round;
        this.#scope = this.#turn.rounds.find(({ number }) => number === event.round)?.scope ?? "";
        this.#roundAt = at;
        return;
      case "selected":
        this.#begin("selection", say("Choosing functions"), this.#roundAt).to = at;
        return;
      case "requestSent":
        this.#begin("request", say("Request {round}", { round: this.#round }), at);
        return;
      case "itemStarted":
      case "textDelta":
      case "reasoningDelta":
      case "argumentsDelta": {
        const request = this.#open("request");
        if (request !== undefined) request.firstAt ??= at;
        return;
      }
      case "responseReceived":
        this.#end("request", at);
        return;
      case "requestFailed":
        this.#end("request", at, true);
        return;
      case "callStarted":
      case "handedOver":
        this.#beginCall(event.call, at);
        return;
      case "callEnded":
        this.#endCall(event.call, at, event.outcome.type !== "returned");
        return;
      case "paused":
        // What was under way when the application died is told as a stop, and nobody knows how far it came.
        if (event.pause.reason === "interrupted") this.#endAll(at);
        this.#begin("wait", this.#waitTitle(event.pause), at, callOf(event.pause));
        return;
      case "answered":
        this.#end("wait", at);
        return;
      case "ended":
        this.#endAll(at);
        return;
      case "began":
      case "given":
      case "callsResolved":
      case "completionReceived":
      case "breakpointsHit":
      case "filtered":
      case "limitHit":
      case "timeUp":
      case "noticed":
      case "pauseRequested":
      case "breakpointsChanged":
      case "approvalsChanged":
        return;
    }
  }

  #begin(kind: SpanKind, title: string, from: Timestamp, call: CallId | null = null): Span {
    const span: Span = {
      key: `${this.spans.length}`,
      kind,
      title,
      round: this.#round,
      from,
      to: null,
      firstAt: null,
      call: call === null ? null : callKey(this.#scope, call),
      isFailed: false,
    };
    this.spans.push(span);
    return span;
  }

  #beginCall(call: CallId, at: Timestamp): void {
    this.#begin("call", this.#callTitle(call), at, call);
  }

  #endCall(call: CallId, at: Timestamp, isFailed: boolean): void {
    const key = callKey(this.#scope, call);
    const span = this.spans.findLast((one) => one.kind === "call" && one.call === key && one.to === null);
    if (span !== undefined) Object.assign(span, { to: at, isFailed });
  }

  #open(kind: SpanKind): Span | undefined {
    return this.spans.findLast((span) => span.kind === kind && span.to === null);
  }

  #end(kind: SpanKind, at: Timestamp, isFailed = false): void {
    const span = this.#open(kind);
    if (span !== undefined) Object.assign(span, { to: at, isFailed });
  }

  #endAll(at: Timestamp): void {
    for (const span of this.spans) span.to ??= at;
  }

  #callTitle(call: CallId): string {
    const state = this.#timeline.calls.of(callKey(this.#scope, call));
    return state === undefined ? call : calledTitle(state.function);
  }

  #waitTitle(pause: Pause): string {
    const call = callOf(pause);
    if (call !== null) {
      const title = this.#callTitle(call);
      return pause.place.type === "beforeCall"
        ? say("Waiting for you before {title}", { title })
        : say("Waiting for you after {title}", { title });
    }
    return pause.place.type === "beforeRequest"
      ? say("Waiting for you before request {round}", { round: this.#round })
      : say("Waiting for you after response {round}", { round: this.#round });
  }
}

function callOf({ place }: Pause): CallId | null {
  return "call" in place ? place.call : null;
}

/** Where a moment lies on the axis, from 0 to 1, and which moment lies at a place. */
export type Axis = { at: (moment: Timestamp) => number; length: number; begin: Timestamp; isFolded: boolean };

/** A wait that is folded is drawn as long as this part of everything else. */
const FOLDED = 0.06;

/** Lays spans on a time axis. Waiting for a person can be folded, because it lasts longer than all the rest. */
export function axisOf(spans: Span[], now: Timestamp, wantsFolded: boolean): Axis {
  const begin = Math.min(...spans.map(({ from }) => from));
  const end = Math.max(begin + 1, ...spans.map(({ to }) => to ?? now));
  const waits = idleWaits(spans, now);
  const waited = waits.reduce((sum, { from, to }) => sum + (to - from), 0);
  const cap = Math.max(1, (end - begin - waited) * FOLDED);
  const folds = wantsFolded ? waits.filter(({ from, to }) => to - from > cap) : [];
  const passed = (moment: Timestamp): number => {
    let length = moment - begin;
    for (const { from, to } of folds) {
      if (moment <= from) continue;
      const inside = Math.min(moment, to) - from;
      length += (inside / (to - from)) * cap - inside;
    }
    return length;
  };
  const length = passed(end);
  return { at: (moment) => passed(moment) / length, length, begin, isFolded: folds.length > 0 };
}

/** The times in which nothing happens but that a person is waited for. */
function idleWaits(spans: Span[], now: Timestamp): { from: Timestamp; to: Timestamp }[] {
  const busy = spans.filter(({ kind }) => kind !== "wait");
  const waits = spans.filter(({ kind }) => kind === "wait").map(({ from, to }) => ({ from, to: to ?? now }));
  return waits.filter(
    ({ from, to }) => to > from && !busy.some((span) => span.from < to && (span.to ?? now) > from),
  );
}

/** Round moments for the marks of an axis of this length, from its begin on. */
export function ticksOf(length: number, most: number): number[] {
  const raw = length / Math.max(1, most);
  const scale = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * scale).find((wide) => wide >= raw) ?? scale * 10;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}

/** The turns there are, each with what the person asked. */
export function turnsOf(timeline: Timeline): { id: TurnId; turn: TurnState }[] {
  return timeline.turnOrder.flatMap((id) => {
    const turn = timeline.turns[id];
    return turn === undefined ? [] : [{ id, turn }];
  });
}

import type { Timestamp, TurnId } from "$contract";
import type { CallKey, Timeline, TurnState } from "$timeline/model";

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
  /** When a person held it. As long as a hold lasts it has no end. */
  holds: readonly Hold[];
  isFailed: boolean;
};

export type Hold = { from: Timestamp; to: Timestamp | null };

/** How long a span had taken at a moment. What a person held an answer for is the wait's. */
export function workBy({ from, holds }: Span, moment: Timestamp): number {
  const held = holds.map((hold) => Math.max(0, Math.min(hold.to ?? moment, moment) - hold.from));
  return held.reduce((took, time) => took - time, moment - from);
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

/** The times in which nothing happens but that a person is waited for. An answer that is held brings nothing. */
function idleWaits(spans: Span[], now: Timestamp): { from: Timestamp; to: Timestamp }[] {
  const busy = spans.filter(({ kind }) => kind !== "wait");
  const waits = spans.filter(({ kind }) => kind === "wait").map(({ from, to }) => ({ from, to: to ?? now }));
  const works = (span: Span, from: Timestamp, to: Timestamp): boolean =>
    span.from < to && (span.to ?? now) > from && !span.holds.some((hold) => hold.from === from);
  return waits.filter(({ from, to }) => to > from && !busy.some((span) => works(span, from, to)));
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

import { say } from "$language/say";
import type { CompletedCall, Timestamp } from "$contract";
import type { Attempt, ExchangeStory } from "$wire/exchange";

/** How finely the axis is drawn. Pieces that come closer together share a bar. */
export const SLOTS = 160;

/** A stretch of the axis, as parts of its whole length. */
export type Stretch = { from: number; to: number };

export type Bar = {
  /** Where it stands, as a part of the whole length. */
  at: number;
  /** How many pieces came in it, compared with where most came. */
  height: number;
  pieces: number;
  /** The first of them. */
  first: number;
};

/** A piece with which the arguments of calls were whole. */
export type AxisMark = { at: number; frame: number; after: number; calls: readonly CompletedCall[] };

/** An exchange along time: waiting, pieces, and the moments at which calls were whole. */
export type TimeAxis = {
  length: number;
  /** Until the first piece, in milliseconds. */
  firstAfter: number | null;
  waits: (Stretch & { title: string })[];
  bars: Bar[];
  marks: AxisMark[];
};

export function timeAxis({ frames, attempts }: ExchangeStory, begin: Timestamp): TimeAxis {
  const moments = [...frames.map(({ at }) => at), ...attempts.flatMap(lastOf)];
  const length = Math.max(1, ...moments.map((at) => at - begin));
  const part = (at: number): number => Math.min(1, Math.max(0, (at - begin) / length));
  return {
    length,
    firstAfter: frames[0] === undefined ? null : frames[0].at - begin,
    waits: attempts.map((attempt) => ({
      from: part(attempt.at),
      to: part(attempt.answer?.at ?? attempt.at),
      title:
        attempt.number === 1
          ? say("Until the service answered")
          : say("Attempt {number}", { number: attempt.number }),
    })),
    bars: barsOf(frames.map(({ at }) => part(at))),
    marks: frames.flatMap(({ at, frame }, index): AxisMark[] => {
      const calls = frame.completes ?? [];
      return calls.length === 0 ? [] : [{ at: part(at), frame: index, after: at - begin, calls }];
    }),
  };
}

function lastOf(attempt: Attempt): number[] {
  return attempt.answer === null ? [attempt.at] : [attempt.at, attempt.answer.at];
}

function barsOf(parts: readonly number[]): Bar[] {
  const slots: Bar[] = [];
  parts.forEach((part, index) => {
    const slot = Math.min(SLOTS - 1, Math.floor(part * SLOTS));
    const last = slots.at(-1);
    if (last !== undefined && last.at === slot / SLOTS) last.pieces += 1;
    else slots.push({ at: slot / SLOTS, height: 0, pieces: 1, first: index });
  });
  const most = Math.max(1, ...slots.map(({ pieces }) => pieces));
  return slots.map((bar) => ({ ...bar, height: 0.3 + 0.7 * (bar.pieces / most) }));
}

import type { Adaptation, Exchange, Notice, Timestamp, WireEvent, WireFrame, WireHeader } from "$contract";

/** One time a request was sent, and what came of it. */
export interface Attempt {
  readonly at: Timestamp;
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly WireHeader[];
  answer: Answer | null;
  /** Why it came to nothing. */
  reason: Notice | null;
  /** When that was known. */
  failedAt: Timestamp | null;
  /** How long was waited before the next one, in milliseconds. */
  wait: number | null;
}

export interface Answer {
  readonly at: Timestamp;
  readonly status: number;
  readonly version: string;
  readonly headers: readonly WireHeader[];
}

export interface TimedFrame {
  readonly at: Timestamp;
  readonly frame: WireFrame;
}

/** What happened in an exchange, sorted by what it is about. */
export interface ExchangeStory {
  readonly adaptations: readonly Adaptation[];
  readonly attempts: readonly Attempt[];
  /** Whether it waits until its model has room for it. */
  readonly isQueued: boolean;
  readonly frames: readonly TimedFrame[];
  /** Why there is no whole answer, where no attempt tells. */
  readonly failure: Notice | null;
}

export function storyOf(exchange: Exchange<WireEvent>): ExchangeStory {
  const adaptations: Adaptation[] = [];
  const attempts: Attempt[] = [];
  const frames: TimedFrame[] = [];
  let failure: Notice | null = null;
  let isQueued = false;
  for (const { at, frame: event } of exchange.frames) {
    if (!("type" in event)) {
      frames.push({ at, frame: event });
      continue;
    }
    const last = attempts.at(-1);
    switch (event.type) {
      case "adapted":
        adaptations.push(event.adaptation);
        break;
      case "queued":
        isQueued = true;
        break;
      case "admitted":
        isQueued = false;
        break;
      case "attempt": {
        const { number, method, url, headers } = event;
        attempts.push({
          at,
          number,
          method,
          url,
          headers,
          answer: null,
          reason: null,
          failedAt: null,
          wait: null,
        });
        break;
      }
      case "answered":
        if (last) last.answer = { at, status: event.status, version: event.version, headers: event.headers };
        break;
      case "retrying":
        if (last) [last.reason, last.failedAt, last.wait] = [event.reason, at, event.wait];
        break;
      case "failed":
        if (last) [last.reason, last.failedAt] = [event.reason, at];
        else failure = event.reason;
        break;
    }
  }
  return { adaptations, attempts, isQueued, frames, failure };
}

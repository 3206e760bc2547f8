import type { Timestamp } from "$contract";
import type { CallState } from "$timeline/callStates.svelte";

/** Takes in that a call begins to run, perhaps once more. */
export function start(call: CallState, at: Timestamp): void {
  Object.assign(call, { startedAt: at, endedAt: null, askedAt: null, waited: 0 });
}

/** Takes in that a call waits for the person no longer, if it did. */
export function goOn(call: CallState, at: Timestamp): void {
  call.waited = waitedBy(call, at);
  call.askedAt = null;
}

/** How long a call had run at a moment, in milliseconds. What it waits for the person is not its time. */
export function ranBy(call: CallState, at: Timestamp): number | null {
  return call.startedAt === null ? null : at - call.startedAt - waitedBy(call, at);
}

function waitedBy({ askedAt, waited }: CallState, at: Timestamp): number {
  return waited + (askedAt === null ? 0 : Math.max(0, at - askedAt));
}

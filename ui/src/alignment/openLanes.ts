import type { Lane, MessageId, SessionId } from "$contract";
import { align, type Alignment, askedOf } from "$alignment/alignment";
import type { SessionState } from "$session/session.svelte";
import type { TurnPhase } from "$timeline/status";

/** A lane with its session. */
export type OpenLane = { lane: Lane; session: SessionState };

/** Up to where a lane shows what was said in another one, and the name of that one if it is still there. */
export type Copied = { last: MessageId; from: string | null };

/** A stop is what a person has to know of first. */
export function phaseOfAll(lanes: OpenLane[]): TurnPhase {
  const phases = lanes.map(({ session }) => session.phase);
  return phases.includes("paused") ? "paused" : phases.includes("running") ? "running" : "idle";
}

export function sharingOf(lanes: OpenLane[]): OpenLane | null {
  for (const { session } of lanes) {
    const of = session.functions.own?.resultsOf?.session;
    const found = lanes.find(({ lane }) => lane.session === of);
    if (found !== undefined) return found;
  }
  return null;
}

export function alignmentsOf(reference: OpenLane | null, lanes: OpenLane[]): Map<SessionId, Alignment> {
  const alignments = new Map<SessionId, Alignment>();
  if (reference === null) return alignments;
  const there = askedOf(reference.session.shown);
  for (const { lane, session } of lanes)
    if (lane !== reference.lane) alignments.set(lane.session, align(askedOf(session.shown), there));
  return alignments;
}

import type { Lane, OnMiss, SessionId } from "$contract";
import { type OpenLane, sharingOf } from "$alignment/openLanes";

/** Whose results the other lanes use, if anybody's, and what becomes of calls that were not made there. */
export type Shared = { lane: SessionId | null; onMiss: OnMiss };

export function renamed(lanes: readonly Lane[], lane: SessionId, name: string): Lane[] {
  return lanes.map((one) => (one.session === lane ? { ...one, name } : one));
}

/** The lanes with one of them further by some places, as far as there are any. */
export function moved(lanes: readonly Lane[], lane: SessionId, steps: number): Lane[] {
  const place = lanes.findIndex(({ session }) => session === lane);
  const one = lanes[place];
  return one === undefined
    ? [...lanes]
    : lanes.toSpliced(place, 1).toSpliced(Math.max(0, place + steps), 0, one);
}

/** How results are shared now. Null, where that differs from lane to lane, so that no one setting brings it back. */
export function sharedNow(lanes: OpenLane[]): Shared | null {
  const lane = sharingOf(lanes)?.lane.session ?? null;
  const others = lanes.filter(({ session }) => session.id !== lane);
  const used = others.map(({ session }) => session.functions.own?.resultsOf ?? null);
  const onMiss = used.find((one) => one !== null)?.onMiss ?? "live";
  const isSame = used.every((one) => (one?.session ?? null) === lane && (one?.onMiss ?? onMiss) === onMiss);
  return isSame ? { lane, onMiss } : null;
}

import { pauseAt } from "$calls/calls";
import { type Place, rowOf } from "$session/jump.svelte";
import type { Row } from "$session/rows";
import type { CallKey, Timeline, TurnState } from "$timeline/model";
import { rowOfCall } from "$transcript/state/laneRows";

/** A place found by a search, a call found in another lane, or a marked message. */
export type Sought = {
  place: Place | null;
  call: CallKey | undefined;
  message: string | null;
};

/** The row where the turn stands at a stop, or null where it does not. */
export function waitingRow(rows: Row[], timeline: Timeline, turn: TurnState | null): number | null {
  if (turn === null || turn.pause === null) return null;
  const isStop = (key: CallKey): boolean => {
    const call = timeline.calls.of(key);
    return call !== undefined && pauseAt(call, turn) !== null;
  };
  const at = rows.findIndex((row) => row.type === "pause" || (row.type === "call" && isStop(row.call)));
  return at < 0 ? null : at;
}

/** The row of what is sought, or null while nothing is or its branch is not shown yet. */
export function soughtRow(rows: Row[], timeline: Timeline, sought: Sought): number | null {
  const at = rowIn(rows, timeline, sought);
  return at < 0 ? null : at;
}

function rowIn(rows: Row[], timeline: Timeline, { place, call, message }: Sought): number {
  if (place !== null) return rowOf(rows, timeline, place);
  if (call !== undefined) return rowOfCall(rows, call);
  return rows.findIndex(({ leads }) => message !== null && leads?.message.id === message);
}

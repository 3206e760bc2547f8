import type { MessageId, RequestSource } from "$contract";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { SessionState } from "$session/session.svelte";

/** Values that are larger together are not read just to count them, in bytes. */
const LARGE = 4_000_000;

/** The request that is sent next: what a person writes, or what a turn stands before. Nothing, where none is. */
export function requestAhead(
  session: Pick<SessionState, "phase" | "turn">,
  head: MessageId | null,
  text: string,
): RequestSource | null {
  if (session.phase === "idle")
    return head === null && text.trim() === "" ? null : { type: "said", after: null, text };
  const { turn } = session;
  const isBefore = turn?.pause?.place.type === "beforeRequest";
  return turn !== null && isBefore ? { type: "ahead", turn: turn.id } : null;
}

export function isLarge(timeline: Timeline): boolean {
  const sizes = pathTo(timeline, timeline.head).flatMap(({ large }) => large.map(({ size }) => size));
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE;
}

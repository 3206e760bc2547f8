import { say } from "$language/say";
import type { Timestamp } from "$contract";
import type { Round } from "$timeline/round";
import { duration } from "$shared/text/time";

/** Without a piece for this long, a person wonders whether the answer has stalled. */
const STALLED_AFTER = 10_000;

/** How soon an answer began, counted from the request that brought it. */
export function firstTokenText({ tookToFirst }: Round): string | null {
  return tookToFirst === null ? null : say("first token {time}", { time: duration(tookToFirst) });
}

/** For how long nothing came of an answer that had begun. Nothing, as long as it flows. */
export function stalledFor({ latestAt, respondedAt }: Round, now: Timestamp): number | null {
  if (latestAt === null || respondedAt !== null) return null;
  const still = now - latestAt;
  return still < STALLED_AFTER ? null : still;
}

import { say } from "$language/say";
import type { LaneComparison, SessionId, SessionSummary } from "$contract";

/** One line of the list: a session, or a comparison with as many lanes. */
export type Listed = SessionSummary & { lanes: number | null };

/** What a person says of a session or comparison. */
export type Described = Partial<Pick<SessionSummary, "title" | "tags">>;

/** What is told once a session or comparison was described otherwise. */
export function describedText({ title }: Described): string {
  return title === undefined ? say("The tags are changed.") : say("It is called “{title}” now.", { title });
}

/** Sessions and comparisons, the one that changed last first. A lane is found in its comparison. */
export function listedOf(sessions: SessionSummary[], comparisons: LaneComparison[]): Listed[] {
  const inLanes = new Set(comparisons.flatMap(({ lanes }) => lanes.map(({ session }) => session)));
  const alone = sessions.filter(({ id }) => !inLanes.has(id)).map((session) => ({ ...session, lanes: null }));
  const changedAt = new Map(sessions.map(({ id, changed }) => [id, changed]));
  const modelsOf = new Map(sessions.map(({ id, models }) => [id, models]));
  const together = comparisons.map(({ id, title, created, changed, tags, lanes }) => ({
    id,
    title,
    created,
    changed: Math.max(changed, ...lanes.map(({ session }) => changedAt.get(session) ?? 0)),
    models: [...new Set(lanes.flatMap(({ session }) => modelsOf.get(session) ?? []))],
    tags,
    lanes: lanes.length,
  }));
  return [...alone, ...together].sort((one, other) => other.changed - one.changed);
}

/** The comparison that a session is, or is a lane of. */
export function comparisonWith(comparisons: LaneComparison[], id: SessionId): LaneComparison | null {
  const is = (one: LaneComparison): boolean =>
    one.id === id || one.lanes.some(({ session }) => session === id);
  return comparisons.find(is) ?? null;
}

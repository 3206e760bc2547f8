import { say } from "$language/say";
import type { LaneComparison, ModelId, Overview, SessionId, SessionSummary } from "$contract";
import type { Described } from "$sessions/listed";
import { answererIn } from "$session/speakers";
import type { SessionState } from "$session/session.svelte";
import type { Timeline } from "$timeline/model";

/** A title is a person's own. One that nobody has given yet is the application's. */
export function titleText(title: string): string {
  return title === "New session" ? say("New session") : title;
}

/** The open session's log knows better than the list what it is called and when it changed. */
export function withOpen(sessions: SessionSummary[], open: SessionState | null): SessionSummary[] {
  const current = sessions.map((summary) => {
    if (open === null || open.id !== summary.id || !open.isLoaded)
      return { ...summary, title: titleText(summary.title) };
    const { title, tags, changedAt } = open.timeline;
    const models = [...new Set([...summary.models, ...answeredBy(open.timeline)])];
    return { ...summary, title: titleText(title), tags, changed: changedAt ?? summary.changed, models };
  });
  return current.sort((one, other) => other.changed - one.changed);
}

/** The models that gave an answer in a turn. */
function answeredBy({ turnOrder, turns }: Timeline): ModelId[] {
  return turnOrder.flatMap((id) => {
    const turn = turns[id];
    if (turn === undefined) return [];
    return turn.rounds.flatMap((round) =>
      round.respondedAt === null ? [] : [answererIn(turn, round).model],
    );
  });
}

export function withComparison(overview: Overview, comparison: LaneComparison): Overview {
  const others = overview.comparisons.filter(({ id }) => id !== comparison.id);
  return { ...overview, comparisons: [comparison, ...others] };
}

export function described(overview: Overview, id: SessionId, change: Described): Overview {
  const changed = <T extends { id: SessionId }>(one: T): T => (one.id === id ? { ...one, ...change } : one);
  return {
    ...overview,
    sessions: overview.sessions.map(changed),
    comparisons: overview.comparisons.map(changed),
  };
}

import type { SessionId, SessionSummary } from "$contract";

/** Conversations that are shown at first, and those that each further click adds. */
export const FIRST_SHOWN = 5;
export const MORE_SHOWN = 20;

/** The sessions of a program that are listed, in its order: the latest first. */
export function conversationsOf(
  sessions: readonly SessionId[],
  known: ReadonlyMap<SessionId, SessionSummary>,
): SessionSummary[] {
  return sessions.flatMap((id) => known.get(id) ?? []);
}

import type { SessionId } from "$contract";

const KEPT_AS = "callwright.reopened";

/** Notes which session a page opens after it is opened anew. */
export function reopenWith(session: SessionId | null, storage: Storage): void {
  if (session !== null) storage.setItem(KEPT_AS, session);
}

/** The session to open, which is asked for once: a later visit begins where work stood last. */
export function takeReopened(storage: Storage): SessionId | null {
  const kept = storage.getItem(KEPT_AS);
  storage.removeItem(KEPT_AS);
  return kept;
}

import type { CommandError, ModelId, SessionId, SessionSummary } from "$contract";
import type { Host } from "$host/host";
import type { Try } from "$host/reporting";
import type { Done } from "$session/history.svelte";
import type { SessionState } from "$session/session.svelte";

/** The application, as far as a room may ask something of it. `window/app.svelte.ts` is the whole of it. */
export type App = {
  readonly host: Host;
  /** The session that is open, or the one of the lane with the focus. */
  readonly session: SessionState | null;
  readonly sessions: SessionSummary[];
  /** Reads anew what there is. */
  load(): Promise<void>;
  open(id: SessionId): void;
  create(model: ModelId | null): Promise<SessionState | null>;
  /** Takes up a session that is new, and opens it. */
  add(summary: SessionSummary): SessionState | null;
  /** Takes up a session that is new. What is open stays open. */
  enlist(summary: SessionSummary): void;
  /** Does something that may fail, once at a time where it has a name, and reports why it failed. */
  readonly attempt: Try;
  report(error: CommandError): void;
  /** Shows what was done, so that it can be taken back. */
  tell(done: Done, session: SessionId | null): void;
};

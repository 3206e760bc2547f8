import { createContext } from "svelte";
import type { Described, Listed } from "$sessions/listed";
import type { TurnPhase } from "$timeline/status";
import type { Overview, SessionId } from "$contract";
import type { App } from "$session/app";
import type { ImportState } from "$sessions/importing/importing.svelte";
import type { ExportState } from "$sessions/exporting.svelte";

/** The application with its list of sessions and its bin. */
type ListingApp = App & {
  readonly overview: Overview | null;
  readonly listed: Listed[];
  readonly lanes: { readonly id: SessionId } | null;
  phaseOf(id: SessionId): TurnPhase;
  describe(session: SessionId, change: Described): Promise<void>;
  discard(session: SessionId): Promise<void>;
  restore(session: SessionId): Promise<boolean>;
  erase(session: SessionId): Promise<boolean>;
};

/** The list of sessions, and those that come in and go out. */
export type SessionsContext = {
  readonly app: ListingApp;
  readonly importing: ImportState;
  readonly exporting: ExportState;
};

export const [sessionsContext, provideSessionsContext] = createContext<SessionsContext>();

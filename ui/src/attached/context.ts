import { createContext } from "svelte";
import type { LaneComparison, SessionId } from "$contract";
import type { AttachedPrograms } from "$attached/state/attached.svelte";
import type { App } from "$session/app";
import type { TurnPhase } from "$timeline/status";

/** The application with its list of sessions and its comparisons. */
type AttachingApp = App & {
  phaseOf(id: SessionId): TurnPhase;
  openLanes(comparison: LaneComparison, lane: SessionId): void;
};

/** The programs that are attached, and the sessions of their conversations. */
export type AttachedContext = {
  readonly app: AttachingApp;
  readonly attached: AttachedPrograms;
};

export const [attachedContext, provideAttachedContext] = createContext<AttachedContext>();

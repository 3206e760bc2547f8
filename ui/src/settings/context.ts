import { createContext } from "svelte";
import type { SessionId } from "$contract";
import type { OpenLane } from "$alignment/openLanes";
import type { App } from "$session/app";
import type { Programs } from "$session/programs";
import type { DataCopyState } from "$settings/dataCopy.svelte";
import type { InstructionsDrafts } from "$settings/instructionsDrafts";
import type { UpdatesState } from "$settings/updates/updates.svelte";

/** The lane that a session is, if it is one. */
type Lanes = { at(session: SessionId): OpenLane | null };

/**
 * The application with its lanes, the programs that run sessions, the instructions that are written, the copy of the data that
 * is being made, newer versions.
 */
export type SettingsContext = {
  readonly app: App & { readonly lanes: Lanes | null };
  readonly attached: Programs;
  readonly instructions: InstructionsDrafts;
  readonly dataCopy: DataCopyState;
  readonly updates: UpdatesState;
};

export const [settingsContext, provideSettingsContext] = createContext<SettingsContext>();

import { createContext } from "svelte";
import type { SessionId } from "$contract";
import type { OpenLane } from "$alignment/openLanes";
import type { App } from "$session/app";
import type { DataCopyState } from "$settings/dataCopy.svelte";

/** The lane that a session is, if it is one. */
type Lanes = { at(session: SessionId): OpenLane | null };

/** The application with its lanes, and the copy of the data that is being made. */
export type SettingsContext = {
  readonly app: App & { readonly lanes: Lanes | null };
  readonly dataCopy: DataCopyState;
};

export const [settingsContext, provideSettingsContext] = createContext<SettingsContext>();

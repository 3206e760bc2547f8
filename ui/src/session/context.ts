import { createContext } from "svelte";
import type { App } from "$session/app";
import type { SelectedState } from "$session/selected.svelte";
import type { JumpState } from "$session/jump.svelte";
import type { RerunState } from "$session/rerunning.svelte";

/** The application as rooms above this one see it, and what of the open session is selected, jumped to or run again. */
export type SessionContext = {
  readonly app: App;
  readonly selected: SelectedState;
  readonly jump: JumpState;
  readonly rerunning: RerunState;
};

export const [sessionContext, provideSessionContext] = createContext<SessionContext>();

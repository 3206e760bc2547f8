import { createContext } from "svelte";
import type { SessionId } from "$contract";
import type { LaneMarks, Sought } from "$alignment/laneMarks";
import type { Copied } from "$alignment/openLanes";
import type { ScrollLink } from "$alignment/scrollLink.svelte";
import type { App } from "$session/app";
import type { WaitsState } from "$transcript/state/waits";

/** The lanes of a comparison, as the transcript of one of them sees them. */
type Lanes = {
  readonly sought: Sought;
  readonly link: ScrollLink;
  copiedIn(session: SessionId): Copied | null;
  marksOf(session: SessionId): LaneMarks;
  found(session: SessionId): void;
};

/** The application with its lanes. */
export type TranscriptContext = {
  readonly app: App & { readonly lanes: Lanes | null };
  readonly waits: WaitsState;
};

export const [transcriptContext, provideTranscriptContext] = createContext<TranscriptContext>();

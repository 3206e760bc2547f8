import { createContext } from "svelte";
import type { ComposerState } from "$composer/composer.svelte";

/** What is being written. */
export type ComposerContext = {
  readonly composer: ComposerState;
};

export const [composerContext, provideComposerContext] = createContext<ComposerContext>();

import type { Action } from "$state/actions";
import type { SourcesState } from "$state/sources.svelte";

/** The places functions can be had from. */
export function sourceActions(sources: SourcesState): Action[] {
  return [
    {
      id: "server",
      title: "MCP server…",
      note: "A program or a web service; paste its settings from another tool",
      obstacle: null,
      run: () => sources.open({ type: "server", id: null }),
    },
    {
      id: "pasted",
      title: "Paste definitions…",
      note: "Tools of OpenAI, Anthropic, Gemini or MCP; you answer their calls",
      obstacle: null,
      run: () => sources.open({ type: "pasted", id: null }),
    },
    {
      id: "prompt",
      title: "Prompt…",
      note: "A template that is sent to a model",
      obstacle: null,
      run: () => sources.open({ type: "prompt", id: null }),
    },
  ];
}

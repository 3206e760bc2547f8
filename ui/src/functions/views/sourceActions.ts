import { say } from "$language/say";
import type { Action } from "$shared/controls/actions";
import type { SourcesState } from "$functions/state/sources.svelte";

/** The places functions can be had from. */
export function sourceActions(sources: SourcesState): Action[] {
  return [
    {
      id: "server",
      title: say("MCP server…"),
      note: say("A program or a web service; paste its settings from another tool"),
      obstacle: null,
      run: () => sources.open({ type: "server", id: null }),
    },
    {
      id: "openApi",
      title: say("OpenAPI document…"),
      note: say("Each operation of an interface as a function"),
      obstacle: null,
      run: () => sources.open({ type: "plugin", kind: "openApi" }),
    },
    {
      id: "http",
      title: say("HTTP request…"),
      note: say("A template of a request, filled in with the arguments"),
      obstacle: null,
      run: () => sources.open({ type: "plugin", kind: "http" }),
    },
    {
      id: "script",
      title: say("Plugin folder…"),
      note: say("Programs and scripts of your own, read while you write them"),
      obstacle: null,
      run: () => sources.open({ type: "plugin", kind: "script" }),
    },
    {
      id: "pasted",
      title: say("Paste definitions…"),
      note: say("Tools of OpenAI, Anthropic, Gemini or MCP; you answer their calls"),
      obstacle: null,
      run: () => sources.open({ type: "pasted", id: null }),
    },
    {
      id: "prompt",
      title: say("Prompt…"),
      note: say("A template that is sent to a model"),
      obstacle: null,
      run: () => sources.open({ type: "prompt", id: null }),
    },
  ];
}

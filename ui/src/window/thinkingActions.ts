import { say } from "$language/say";
import type { Effort } from "$contract";
import type { LayoutState } from "$frame/layout.svelte";
import type { PaletteEntry } from "$window/palette";
import type { SessionState } from "$session/session.svelte";
import { EFFORTS, withThinking } from "$plan/thinking";

/** What the palette offers of thinking, caches and tools of the provider. */
export function thinkingActions(session: SessionState, layout: LayoutState): PaletteEntry[] {
  const effort = session.plan?.settings.thinking?.effort ?? "";
  return [
    entry("thinking", say("Thinking and caching…"), say("session settings"), () =>
      layout.showSettings("answer"),
    ),
    entry("hosted", say("Tools of the provider…"), say("web search, web pages, code, files"), () =>
      layout.showSettings("functions"),
    ),
    ...EFFORTS.map(({ value, title, note }) =>
      entry(
        `effort/${value}`,
        say("Think with effort: {title}", { title }),
        value === effort ? say("chosen now") : note,
        () => void setEffort(session, value === "" ? undefined : value),
      ),
    ),
  ];
}

async function setEffort(session: SessionState, effort: Effort | undefined): Promise<void> {
  await session.change((plan) => ({ ...plan, settings: withThinking(plan.settings, "effort", effort) }));
}

function entry(id: string, title: string, note: string, run: () => void): PaletteEntry {
  return { id, group: say("Actions"), title, note, run };
}

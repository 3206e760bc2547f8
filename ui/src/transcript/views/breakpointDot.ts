import type { Dot } from "$breakpoints/BreakpointDot.svelte";
import { dotOf, toggledFor } from "$breakpoints/breakpoints";
import type { CallState } from "$timeline/model";
import { calledName, calledTitle } from "$content/naming";
import type { SessionState } from "$session/session.svelte";

/** The mark on a call whose function has a breakpoint, and the switch for it. */
export function dotAt(session: SessionState, call: CallState): Dot {
  const name = calledName(call.function);
  return {
    state: dotOf(session.breakpoints, name),
    name: calledTitle(call.function),
    onToggle: () => void session.setBreakpoints(toggledFor(session.breakpoints, name)),
  };
}

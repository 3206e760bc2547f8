import type { Dot } from "$components/transcript/BreakpointDot.svelte";
import { dotOf, toggledFor } from "$state/breakpoints";
import type { CallState } from "$state/model";
import { calledName, calledTitle } from "$state/naming";
import type { SessionState } from "$state/session.svelte";

/** The mark on a call whose function has a breakpoint, and the switch for it. */
export function dotAt(session: SessionState, call: CallState): Dot {
  const name = calledName(call.function);
  return {
    state: dotOf(session.breakpoints, name),
    name: calledTitle(call.function),
    onToggle: () => void session.setBreakpoints(toggledFor(session.breakpoints, name)),
  };
}

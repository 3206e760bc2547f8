import type { Pace } from "$contract";
import type { Action } from "$state/actions";
import { KEYS } from "$state/shortcuts";

/** The ways to go on from a stop that have no button of their own. */
export function goOnActions(resume: (pace: Pace) => void): Action[] {
  const action = (pace: Pace, title: string, note: string): Action => ({
    id: pace,
    title,
    note,
    obstacle: null,
    run: () => resume(pace),
  });
  return [
    action("stepOver", "Step over the calls", `To the next request  ·  ${KEYS.stepOver}`),
    action("toCall", "Run to the next call", KEYS.toCall),
    action("letGo", "Let it run to its end", "Past all breakpoints"),
  ];
}

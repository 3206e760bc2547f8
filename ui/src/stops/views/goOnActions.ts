import { say } from "$language/say";
import type { Pace } from "$contract";
import type { Action } from "$shared/controls/actions";
import { KEYS } from "$frame/shortcuts";

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
    action(
      "stepOver",
      say("Step over the calls"),
      say("To the next request  ·  {stepOver}", { stepOver: KEYS.stepOver }),
    ),
    action("toCall", say("Run to the next call"), KEYS.toCall),
    action("letGo", say("Let it run to its end"), say("Past all breakpoints")),
  ];
}

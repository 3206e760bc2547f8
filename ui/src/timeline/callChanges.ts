import type { CallChange, LargeValue } from "$contract";
import { changeCall } from "$timeline/currentCalls";
import { largeOfOutcome } from "$timeline/large";
import { NOT_RUN, type Timeline, type TurnState } from "$timeline/model";

/** Takes in the phases that a record gives to calls. What came of a call before does not count once it waits again. */
export function takeChanges(
  timeline: Timeline,
  turn: TurnState,
  changes: CallChange[] = [],
  large: LargeValue[] = [],
): void {
  for (const [index, { call, phase }] of changes.entries()) {
    const within = `/note/event/effect/calls/${index}/`;
    changeCall(timeline, turn, call, (state) => {
      if (phase.type !== "answered") Object.assign(state, NOT_RUN, { whole: null });
      if (phase.type === "handedOver") state.handedTo = phase.to;
      state.largeResult = largeOfOutcome(large.filter(({ place }) => place.startsWith(within)));
      state.phase = phase;
    });
  }
}

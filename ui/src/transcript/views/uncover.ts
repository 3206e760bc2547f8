import { pageError } from "$language/notices";
import { say } from "$language/say";
import type { FoldsState } from "$shared/layout/folds.svelte";
import type { App } from "$session/app";
import { foldOf, type JumpState, type Place, rowOf } from "$session/jump.svelte";
import type { SelectedState } from "$session/selected.svelte";
import type { SessionState } from "$session/session.svelte";
import { roundOf } from "$timeline/model";

type States = { app: App; jump: JumpState; folds: FoldsState; selected: SelectedState };

/** Shows the branch a place lies on, and opens the card that holds it. */
export async function uncover(place: Place, session: SessionState, states: States): Promise<void> {
  const { app, jump, folds, selected } = states;
  if (!(await jump.uncover(place, session))) {
    const message = say("This message is not there any more.");
    const advice = say("Search again for what there is now.");
    app.report(pageError(message, advice));
  }
  if (jump.in(session.id) !== place) return;
  const timeline = session.shown;
  const row = session.rows[rowOf(session.rows, timeline, place)];
  // A message with nothing to show has no row, and is not waited for.
  if (row === undefined) jump.arrived();
  const fold = row === undefined ? null : foldOf(row);
  if (fold !== null) folds.open(fold);
  if (row?.type !== "call") return;
  const { target } = selected;
  const isSelected = target?.type === "call" && target.call === row.call;
  if (!isSelected) selected.selectCall(row.call, roundOf(timeline, timeline.calls.of(row.call)?.scope ?? ""));
}

import { say } from "$language/say";
import type { Action } from "$shared/controls/actions";
import type { AppState } from "$window/app.svelte";
import type { SessionState } from "$session/session.svelte";
import { isHeld, otherwiseHeld } from "$plan/grammar";
import { turnObstacle } from "$timeline/status";
import { isLocal } from "$content/naming";

/** Puts a session beside itself, one of the two held to the schemas of functions by a grammar, and the other not. */
export async function compareGrammar(app: AppState, session: SessionState): Promise<void> {
  await app.attempt(async () => {
    const wasHeld = isHeld(await session.planned());
    const names = [say("Unconstrained"), say("Constrained to the schemas")];
    const made = await app.host.call("comparison_create", { session: session.id, model: null });
    const ordered = wasHeld ? [...names].reverse() : names;
    const lanes = made.lanes.map((lane, place) => ({ ...lane, name: ordered[place] ?? lane.name }));
    const named = await app.host.call("lanes_arrange", { comparison: made.id, lanes });
    app.openLanes(named, session.id);
    const other = app.lanes?.lanes[1]?.session;
    if (other === undefined) return;
    await other.configure(otherwiseHeld(await other.planned()));
  }, "comparison_create");
}

/** Of a model on this computer, which alone can be held to anything while it writes. */
export function grammarActions(app: AppState, session: SessionState): Action[] {
  const model = session.plan?.model;
  if (model === undefined || !isLocal(model)) return [];
  return [
    {
      id: "grammar",
      title: say("Grammar off and on"),
      note: say("the same model, once constrained to the schemas"),
      obstacle: turnObstacle(session.phase),
      run: () => void compareGrammar(app, session),
    },
  ];
}

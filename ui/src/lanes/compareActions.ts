import type { LaneComparison, ModelId, Overview, SessionId } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { App } from "$session/app";

type Comparing = App & { openLanes(comparison: LaneComparison, lane: SessionId): void };

/** Puts a session beside another one that goes on from the same history, and looks at that one. */
export async function compare(app: Comparing, session: SessionId, model: ModelId | null): Promise<void> {
  await app.attempt(async () => {
    const comparison = await app.host.call("comparison_create", { session, model, asks: true });
    app.openLanes(comparison, comparison.lanes[1]?.session ?? session);
  }, "comparison_create");
}

/** One action for each model that can be put beside. */
export function modelActions(
  models: Overview["models"],
  obstacle: string | null,
  run: (model: ModelId) => void,
): Action[] {
  return models.map(({ model, title, service }) => ({
    id: model,
    title,
    note: service,
    sign: service,
    obstacle,
    run: () => run(model),
  }));
}

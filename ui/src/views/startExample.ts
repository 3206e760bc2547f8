import type { ModelId } from "$contract";
import type { AppState } from "$state/app.svelte";
import { EXAMPLE, examplePlan } from "$state/example";

/** Begins a session that shows what this is about: it asks, and stops at the first call. */
export async function startExample(app: AppState, model: ModelId | null): Promise<void> {
  const session = await app.create(model);
  if (session === null) return;
  const plan = await session.planned();
  await session.configure(examplePlan(plan));
  await session.say(EXAMPLE);
}

import type { ModelId, Overview } from "$contract";
import type { MessageNode } from "$timeline/model";
import type { SessionState } from "$session/session.svelte";

/** Who says something: a participant by name, or a model by its title. */
export function speakerOf(node: MessageNode | null, session: SessionState, overview: Overview): string {
  const author = node?.message.author;
  if (author?.type === "participant") return author.name;
  return modelTitle(overview, author?.type === "model" ? author.model : (session.turn?.plan.model ?? ""));
}

function modelTitle(overview: Overview, model: ModelId): string {
  return overview.models.find((known) => known.model === model)?.title ?? model;
}

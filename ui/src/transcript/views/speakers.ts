import { say } from "$language/say";
import type { ModelId, Overview } from "$contract";
import type { Speaker, Spoken } from "$session/speakers";
import type { MessageNode } from "$timeline/model";
import type { SessionState } from "$session/session.svelte";
import type { Who } from "$transcript/components/WhoSpoke.svelte";

/** Who says something: a participant by name, or a model by its title. */
export function speakerOf(node: MessageNode | null, session: SessionState, overview: Overview): string {
  const author = node?.message.author;
  if (author?.type === "participant") return author.name;
  return modelTitle(overview, author?.type === "model" ? author.model : (session.turn?.plan.model ?? ""));
}

/** What marks words that a person wrote in the place of the model. */
export function textStamp(node: MessageNode | null): string | null {
  return node?.message.origin === "simulated" ? say("by you") : null;
}

/** The speaker of a round and the one before, as the window names them. */
export function whoSpoke({ by, before }: Spoken, overview: Overview): Who {
  return {
    now: titleOf(by, overview),
    before: before === null ? null : titleOf(before, overview),
    model: by.model,
  };
}

function titleOf({ participant, model }: Speaker, overview: Overview): string {
  const title = modelTitle(overview, model);
  return participant === null ? title : `${participant} · ${title}`;
}

/** The model of messages from elsewhere that name none. */
const UNNAMED = "unknown";

/** Services can name two models alike, and then the service tells them apart. */
export function modelTitle({ models }: Overview, model: ModelId): string {
  const known = models.find((one) => one.model === model);
  if (known === undefined) return model === UNNAMED ? say("model not named") : model;
  const isAlone = models.every((one) => one === known || one.title !== known.title);
  return isAlone ? known.title : `${known.title} (${known.service})`;
}

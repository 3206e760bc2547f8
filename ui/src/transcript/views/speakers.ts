import { say } from "$language/say";
import type { ModelId, Overview, SessionId } from "$contract";
import { modelName, modelTitle } from "$content/modelTitle";
import { answererIn, type Speaker, type Spoken } from "$session/speakers";
import type { MessageNode, Round } from "$timeline/model";
import type { App } from "$session/app";
import type { SessionState } from "$session/session.svelte";
import type { Who } from "$transcript/components/WhoSpoke.svelte";

/** Who says something: a participant by name, or a model by its title. */
export function speakerOf(node: MessageNode | null, session: SessionState, overview: Overview): string {
  const author = node?.message.author;
  if (author?.type === "participant") return author.name;
  return modelTitle(overview.models, author?.type === "model" ? author.model : modelUnderWay(session));
}

/** The model whose answer comes in. */
function modelUnderWay({ turn }: SessionState): ModelId {
  const round = turn?.rounds.at(-1);
  return turn === null || round === undefined ? (turn?.plan.model ?? "") : answererIn(turn, round).model;
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
    model: modelName(by.model),
  };
}

/** The model of a round that something else replaces, as the window names it. Null where the model answers itself. */
export function replacedIn({ terms, replacedBy }: Round, overview: Overview): string | null {
  return replacedBy === null || terms === null ? null : modelTitle(overview.models, terms.model);
}

function titleOf({ participant, model, replayed }: Speaker, overview: Overview): string {
  const title = replayed === null ? modelTitle(overview.models, model) : replayedTitle(overview, replayed);
  return participant === null ? title : `${participant} · ${title}`;
}

/** What opens the session that is replayed. Nothing, where it is not there any more. */
export function openerOf({ replayed }: Speaker, { sessions }: Overview, app: App): (() => void) | null {
  if (replayed === null || sessions.every(({ id }) => id !== replayed)) return null;
  return () => app.open(replayed);
}

/** A session that was deleted since has no title any more. */
function replayedTitle({ sessions }: Overview, session: SessionId): string {
  const title = sessions.find(({ id }) => id === session)?.title;
  return title === undefined ? say("a recorded session") : say("the recorded session “{title}”", { title });
}

import type { Message } from "$contract";
import type { Action } from "$state/actions";
import type { ComposerState } from "$state/composer.svelte";
import type { SessionState } from "$state/session.svelte";
import { turnObstacle } from "$state/status";

const TOO_LARGE = "It is too large to be changed here.";
const HERE = "This is the end of what is shown.";

/** What a person can do with a message: go on from it, or from the place before it. */
export function messageActions(message: Message, session: SessionState, composer: ComposerState): Action[] {
  const { history, timeline } = session;
  const obstacle = turnObstacle(session.phase);
  const back: Action = {
    id: "back",
    title: "Go back to here",
    note: "What came after stays as another branch",
    obstacle: obstacle ?? (timeline.head === message.id ? HERE : null),
    run: () => void history.moveTo(message.id),
  };
  const before: Action = {
    id: "before",
    title: "Go back to before this",
    obstacle,
    run: () => void history.moveTo(message.parent),
  };
  return message.role === "user" ? [askAgain(message, session, composer, obstacle), back] : [back, before];
}

function askAgain(
  message: Message,
  session: SessionState,
  composer: ComposerState,
  obstacle: string | null,
): Action {
  const text = message.items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n\n");
  const isWhole = (session.timeline.messages[message.id]?.large ?? []).length === 0;
  const run = async (): Promise<void> => {
    if (await session.history.moveTo(message.parent)) composer.replace(session.id, text);
  };
  const note = "Puts the text below, to be changed and sent anew";
  return {
    id: "again",
    title: "Ask again differently",
    note,
    obstacle: obstacle ?? (isWhole ? null : TOO_LARGE),
    run: () => void run(),
  };
}

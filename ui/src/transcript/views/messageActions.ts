import { say } from "$language/say";
import type { Message } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { ComparisonState } from "$requests/comparing.svelte";
import type { ComposerState } from "$composer/composer.svelte";
import { forkSession } from "$branches/fork";
import { keepAsCase } from "$experiments/views/caseActions";
import type { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import type { MakingState } from "$stops/state/making.svelte";
import type { RerunState } from "$session/rerunning.svelte";
import type { App } from "$session/app";
import { goOnObstacle } from "$session/goOn";
import type { SessionState } from "$session/session.svelte";
import type { TryingState } from "$requests/trying.svelte";
import { lastReturned } from "$stops/state/waiting";
import { requestActions } from "$stops/views/requestActions";

type States = {
  app: App;
  composer: ComposerState;
  making: MakingState;
  rerunning: RerunState;
  comparing: ComparisonState;
  trying: TryingState;
  caseSheet: CaseSheetState;
};

const TOO_LARGE = say("It is too large to be changed here.");
const HERE = say("This is the end of what is shown.");

/** What a person can do with a message: go on from it, or from the place before it. */
export function messageActions(message: Message, session: SessionState, states: States): Action[] {
  const { history, timeline } = session;
  const obstacle = goOnObstacle(session);
  const back: Action = {
    id: "back",
    title: say("Go back to here"),
    note: say("What came after stays as another branch"),
    obstacle: obstacle ?? (timeline.head === message.id ? HERE : null),
    run: () => void history.moveTo(message.id),
  };
  const before: Action = {
    id: "before",
    title: say("Go back to before this"),
    obstacle,
    run: () => void history.moveTo(message.parent),
  };
  const fork: Action = {
    id: "fork",
    title: say("Fork from here"),
    note: say("A session of its own with what was said up to here"),
    // The conversation of a program is read and not changed, so a fork does not wait for its turn.
    obstacle: session.plan?.program === undefined ? obstacle : null,
    run: () => void forkSession(states.app, session.id, { at: message.id }),
  };
  const ways = [
    rerun(message, session, states.rerunning, obstacle),
    inject(message, session, states.making, obstacle),
    ...requestActions(message, session, states),
  ];
  const cases = message.role === "assistant" ? [keepAsCase(message, session, states.caseSheet)] : [];
  return message.role === "user"
    ? [askAgain(message, session, states.composer, obstacle), ...ways, fork, back]
    : [...ways, ...cases, fork, back, before];
}

function askAgain(
  message: Message,
  session: SessionState,
  composer: ComposerState,
  obstacle: string | null,
): Action {
  const text = message.items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n\n");
  const isWhole = (session.timeline.messages.of(message.id)?.large ?? []).length === 0;
  const run = async (): Promise<void> => {
    if (await session.history.moveTo(message.parent)) composer.replace(session.id, text);
  };
  const note = say("Puts the text below, to be changed and sent again");
  return {
    id: "again",
    title: say("Ask again differently"),
    note,
    obstacle: obstacle ?? (isWhole ? null : TOO_LARGE),
    run: () => void run(),
  };
}

/** Behind a person's words or results the model answers anew; its own words are said again. */
function rerun(
  message: Message,
  session: SessionState,
  rerunning: RerunState,
  obstacle: string | null,
): Action {
  const isAnswer = message.role === "assistant";
  const { plan } = session;
  return {
    id: "rerun",
    title: isAnswer ? say("Run this again…") : say("Run again from here…"),
    note: say("With this or another model, other functions, other settings"),
    obstacle,
    run: () => {
      if (plan === null) return;
      const from = isAnswer ? message.parent : message.id;
      if (from === null) return;
      const title = isAnswer
        ? say("The model answers once more.")
        : say("The model answers to what was said up to here.");
      rerunning.open({ type: "message", message: from }, session.id, title, plan);
    },
  };
}

function inject(
  message: Message,
  session: SessionState,
  making: MakingState,
  obstacle: string | null,
): Action {
  const hasMore = session.timeline.head !== message.id;
  return {
    id: "inject",
    title: say("Inject a call after this…"),
    note: say("A call that no model made, with or without its result"),
    obstacle,
    run: () => {
      const purpose = { type: "inject", after: message.id, hasMore } as const;
      making.open(purpose, session.id, (name) => lastReturned(session.timeline, name));
    },
  };
}

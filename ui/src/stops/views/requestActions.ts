import { say } from "$language/say";
import type { Message, RequestSource } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { ComparisonState } from "$requests/comparing.svelte";
import { hasWire } from "$content/naming";
import type { SessionState } from "$session/session.svelte";
import type { TryingState } from "$requests/trying.svelte";

type States = { comparing: ComparisonState; trying: TryingState };

const NO_WIRE = say("A scripted model takes no request. Choose a model of a service.");

/** The request that made a message, or that would follow it. */
export function requestActions(message: Message, session: SessionState, states: States): Action[] {
  const isAnswer = message.role === "assistant";
  if (isAnswer && message.parent === null) return [];
  const source: RequestSource = { type: "said", after: isAnswer ? message.parent : message.id };
  const title = isAnswer ? say("The request for this message") : say("The request behind this message");
  return actionsFor(source, title, session, states);
}

/** The request a turn stands before. */
export function stopRequestActions(session: SessionState, states: States): Action[] {
  const turn = session.turn;
  if (turn === null) return [];
  return actionsFor(
    { type: "ahead", turn: turn.id },
    say("The request the turn stands before"),
    session,
    states,
  );
}

function actionsFor(
  source: RequestSource,
  title: string,
  session: SessionState,
  { comparing, trying }: States,
): Action[] {
  const model = session.plan?.model ?? null;
  return [
    {
      id: "compare",
      title: say("Compare protocols…"),
      note: say("The request as each provider would be sent it, side by side"),
      obstacle: null,
      run: () => comparing.open(session.id, source, title, model),
    },
    {
      id: "try",
      title: say("Edit the raw request…"),
      note: say("Sent once, with the key of the service; the history stays"),
      obstacle: model === null || !hasWire(model) ? NO_WIRE : null,
      run: () => trying.open(session.id, source, title, model ?? ""),
    },
  ];
}

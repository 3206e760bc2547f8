import { say } from "$language/say";
import type { Message, ModelId, RequestSource } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { ComparisonState } from "$requests/comparing.svelte";
import { isAttached } from "$content/modelTitle";
import { hasWire } from "$content/naming";
import type { SessionState } from "$session/session.svelte";
import type { TryingState } from "$requests/trying.svelte";

type States = { comparing: ComparisonState; trying: TryingState };

const NO_WIRE = say("A scripted model takes no request. Choose a model of a service.");
const OF_PROGRAM = say(
  "A program sends its requests with its own key. Fork the conversation to send one yourself.",
);

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
    say("The request the turn is paused before"),
    session,
    states,
  );
}

function tryingObstacle(model: ModelId | null): string | null {
  if (model === null || !hasWire(model)) return NO_WIRE;
  return isAttached(model) ? OF_PROGRAM : null;
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
      obstacle: tryingObstacle(model),
      run: () => trying.open(session.id, source, title, model ?? ""),
    },
  ];
}

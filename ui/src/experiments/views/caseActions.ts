import { say } from "$language/say";
import type { Message, MessageId } from "$contract";
import type { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import type { ExperimentsState } from "$experiments/state/experiments.svelte";
import type { App } from "$session/app";
import type { SessionState } from "$session/session.svelte";
import type { Action } from "$shared/controls/actions";
import { calledName, functionTitle } from "$content/naming";
import { turnObstacle } from "$timeline/status";

type States = { app: App; experiments: ExperimentsState; caseSheet: CaseSheetState };

/** What the palette offers: the room itself, and the last turn or the stop as a case. */
export function caseActions({ app, experiments, caseSheet }: States): Action[] {
  const room: Action = {
    id: "experiments",
    title: say("Experiments…"),
    note: say("sets of cases, run with several models"),
    obstacle: null,
    run: () => void experiments.open(),
  };
  const { session } = app;
  const kept = session === null ? null : keepNow(session, caseSheet);
  return kept === null ? [room] : [room, kept];
}

function keepNow(session: SessionState, caseSheet: CaseSheetState): Action | null {
  const isAtStop = session.phase === "paused";
  const message = isAtStop ? waitingAnswer(session) : (answersOfTurn(session).at(-1) ?? null);
  if (message === null || session.phase === "running") return null;
  return {
    id: "keepCase",
    title: isAtStop ? say("Keep this stop as a case…") : say("Keep the last turn as a case…"),
    note: isAtStop
      ? say("what was said, and the calls that wait here as they are now")
      : say("what was asked, and what a good answer calls"),
    obstacle: null,
    run: () => draft(session, message, caseSheet),
  };
}

/** What a message of the model offers: what it does from there on as the good run of a case. */
export function keepAsCase(message: Message, session: SessionState, caseSheet: CaseSheetState): Action {
  return {
    id: "keepCase",
    title: say("Keep as a case…"),
    note: say("What was said before, and what a good answer does from here on"),
    obstacle: session.phase === "running" ? turnObstacle(session.phase) : null,
    run: () => draft(session, message.id, caseSheet),
  };
}

/** With what is written at a stop of the same turn. Where arguments can't be used, the editor says why; a result that can't be used yet is told. */
function draft(session: SessionState, message: MessageId, caseSheet: CaseSheetState): void {
  const isOfStop = answersOfTurn(session).includes(message);
  const edit = isOfStop ? session.edit : null;
  const decided = edit === null ? [] : edit.decided();
  const unfinished = (edit?.unfinished() ?? []).map(({ call, obstacle }) => ({
    function: functionTitle(calledName(call.called)),
    obstacle,
  }));
  if (decided === null) edit?.refuse();
  else void caseSheet.draft(session.id, message, decided, unfinished);
}

/** The message whose calls wait at a stop. */
function waitingAnswer({ edit, timeline }: SessionState): MessageId | null {
  const { head } = timeline;
  if (head === null || edit === null || edit.calls.length === 0) return null;
  return timeline.messages.of(head)?.message.role === "assistant" ? head : null;
}

/** The messages of the model behind the person's last words, the last first. */
function answersOfTurn(session: SessionState): MessageId[] {
  const { messages, head } = session.timeline;
  const answers: MessageId[] = [];
  let at: string | null = head;
  while (at !== null) {
    const message = messages.of(at)?.message;
    if (message === undefined || message.role === "user") break;
    if (message.role === "assistant") answers.push(message.id);
    at = message.parent;
  }
  return answers;
}

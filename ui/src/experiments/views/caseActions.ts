import { say } from "$language/say";
import type { Message } from "$contract";
import type { CaseSheetState } from "$experiments/state/caseSheet.svelte";
import type { ExperimentsState } from "$experiments/state/experiments.svelte";
import type { App } from "$session/app";
import type { SessionState } from "$session/session.svelte";
import type { Action } from "$shared/controls/actions";
import { turnObstacle } from "$timeline/status";

type States = { app: App; experiments: ExperimentsState; caseSheet: CaseSheetState };

/** What the palette offers: the room itself, and the last turn as a case. */
export function caseActions({ app, experiments, caseSheet }: States): Action[] {
  const room: Action = {
    id: "experiments",
    title: say("Experiments…"),
    note: say("sets of cases, run with several models"),
    obstacle: null,
    run: () => void experiments.open(),
  };
  const { session } = app;
  const first = session === null ? null : firstAnswer(session);
  if (session === null || first === null || session.phase !== "idle") return [room];
  const last: Action = {
    id: "keepCase",
    title: say("Keep the last turn as a case…"),
    note: say("what was asked, and what a good answer calls"),
    obstacle: null,
    run: () => void caseSheet.draft(session.id, first),
  };
  return [room, last];
}

/** What a message of the model offers: what it does from there on as the good run of a case. */
export function keepAsCase(message: Message, session: SessionState, caseSheet: CaseSheetState): Action {
  return {
    id: "keepCase",
    title: say("Keep as a case…"),
    note: say("What was said before, and what a good answer does from here on"),
    obstacle: turnObstacle(session.phase),
    run: () => void caseSheet.draft(session.id, message.id),
  };
}

/** The first message of the model behind the person's last words. */
function firstAnswer(session: SessionState): string | null {
  const { messages, head } = session.timeline;
  let [at, first]: [string | null, string | null] = [head, null];
  while (at !== null) {
    const message = messages.of(at)?.message;
    if (message === undefined || message.role === "user") break;
    if (message.role === "assistant") first = message.id;
    at = message.parent;
  }
  return first;
}

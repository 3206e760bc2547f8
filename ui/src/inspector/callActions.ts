import { say } from "$language/say";
import type { TurnPlan } from "$contract";
import type { Action } from "$shared/controls/actions";
import type { CallState, TurnState } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { RerunState } from "$session/rerunning.svelte";
import { goOnObstacle } from "$session/goOn";
import type { SessionState } from "$session/session.svelte";
import { decisionText, type PastStop, stopTitle, stopWhy } from "$timeline/stops";

/** Runs a call once more and goes on from what it returns, or nothing where the call is not part of what is shown. */
export function rerunCall(call: CallState, session: SessionState, rerunning: RerunState): Action | null {
  const { plan, shown } = session;
  const calling = pathTo(shown, shown.head).find(
    ({ scope, message }) =>
      scope === call.scope &&
      message.items.some((item) => item.type === "functionCall" && item.call.id === call.id),
  );
  if (calling === undefined || plan === null) return null;
  const from = { type: "call", message: calling.message.id, call: call.id } as const;
  const title = say("The call runs once more, and the others beside it keep their results.");
  return {
    id: "rerunCall",
    title: say("Run again from this call…"),
    note: say("Goes on in another branch, from what the call returns this time"),
    obstacle: goOnObstacle(session),
    run: () => rerunning.open(from, session.id, title, plan),
  };
}

/** Stops that are behind a turn, as the inspector lists them: each can be gone on from once more. */
export function shownStops(
  turn: TurnState,
  stops: PastStop[],
  session: SessionState,
  rerunning: RerunState,
): { number: number; title: string; why: string; decided: string | null; rerun: Action }[] {
  const { timeline } = session;
  const plan = planAsIn(turn, session);
  if (plan === null) return [];
  const title = say(
    "The turn goes on from this stop, with what was known there. Calls that had their results keep them.",
  );
  return stops.map((stop) => {
    const { number } = stop.pause;
    const from = { type: "stop", turn: turn.id, pause: number } as const;
    const rerun: Action = {
      id: `rerunStop${number}`,
      title: say("Run again from this stop:"),
      obstacle: goOnObstacle(session),
      run: () => rerunning.open(from, session.id, title, plan),
    };
    return {
      number,
      title: stopTitle(timeline, turn, stop),
      why: stopWhy(stop, turn.plan.breakpoints),
      decided: decisionText(stop),
      rerun,
    };
  });
}

/** How the session runs now, with the one who spoke in that turn, as long as they take part. */
function planAsIn({ plan: { speaker } }: TurnState, { plan }: SessionState): TurnPlan | null {
  const isThere = plan?.participants.some(({ name }) => name === speaker) ?? false;
  return plan === null || speaker === undefined || !isThere ? plan : { ...plan, speaker };
}

import type { Action } from "$state/actions";
import type { CallState } from "$state/model";
import { pathTo } from "$state/path";
import type { RerunState } from "$state/rerunning.svelte";
import type { SessionState } from "$state/session.svelte";
import { turnObstacle } from "$state/status";

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
  const title = "The call runs once more, and the others beside it keep their results.";
  return {
    id: "rerunCall",
    title: "Run again from this call…",
    note: "Goes on in another branch, from what the call returns this time",
    obstacle: turnObstacle(session.phase),
    run: () => rerunning.open(from, session.id, title, plan),
  };
}

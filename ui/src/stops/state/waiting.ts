import type { FunctionName, FunctionSpec, Outcome } from "$contract";
import { outcomeOf } from "$calls/calls";
import { calledName, isSameFunction } from "$content/naming";
import { scopeNow } from "$timeline/currentCalls";
import { callKey, type CallState, type Timeline, type TurnState } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { Waiting } from "$stops/state/pauseEdit.svelte";
import type { ResultModel } from "$stops/state/resultEdit.svelte";
import type { RequestDraft } from "$stops/state/requestEdit.svelte";

/** What waits at the stop of a turn. */
export function waitingAt(timeline: Timeline, turn: TurnState, functions: FunctionSpec[]): Waiting {
  const place = turn.pause?.place;
  if (place === undefined) return { calls: [], request: null, functions };
  const { program } = turn.plan;
  const of = program === undefined ? {} : { program };
  if (place.type === "beforeRequest") {
    return { calls: [], request: requestOf(timeline, turn), functions, ...of };
  }
  const own = "call" in place ? callAt(timeline, turn, place.call) : null;
  const pending = pendingCalls(timeline, turn).filter((call) => call !== own);
  const all = own === null ? pending : [own, ...pending];
  const modelOf = (call: CallState): ResultModel => {
    const name = calledName(call.function);
    const spec = functions.find((one) => isSameFunction(one.name, name));
    return { last: lastReturned(timeline, name, call), schema: spec?.returns ?? null };
  };
  return { calls: inOrder(timeline, turn, all), request: null, functions, modelOf, ...of };
}

/** What a function returned last, where that is here as a whole. One call can be left out. */
export function lastReturned(
  timeline: Timeline,
  name: FunctionName,
  but: CallState | null = null,
): Outcome | null {
  for (const call of timeline.calls.newestOf(name)) {
    const outcome = call === but || call.largeResult !== null ? null : outcomeOf(call);
    if (outcome?.type === "returned") return outcome;
  }
  return null;
}

/** The calls of the last answer that have no result and do not run. */
export function pendingCalls(timeline: Timeline, turn: TurnState): CallState[] {
  const scope = scopeNow(turn);
  return timeline.calls.in(scope).filter(({ call, result, phase }) => {
    const isOurs = call !== null && call.origin !== "informational";
    return isOurs && result === null && phase.type === "waiting";
  });
}

function callAt(timeline: Timeline, turn: TurnState, id: string): CallState | null {
  return timeline.calls.of(callKey(scopeNow(turn), id)) ?? null;
}

/** In the order in which the model made them. What was dropped meanwhile is not among them. */
function inOrder(timeline: Timeline, turn: TurnState, calls: CallState[]): CallState[] {
  const said = pathTo(timeline, timeline.head).findLast(({ message }) => message.role === "assistant");
  if (said === undefined || said.turn !== turn.id) return calls;
  return said.message.items.flatMap((item) => {
    if (item.type !== "functionCall") return [];
    return calls.find(({ id }) => id === item.call.id) ?? [];
  });
}

function requestOf(timeline: Timeline, { request }: TurnState): RequestDraft | null {
  if (request === null) return null;
  const history = pathTo(timeline, timeline.head).map(({ message }) => message);
  return { ...request, instructions: request.instructions ?? "", messages: request.messages ?? history };
}

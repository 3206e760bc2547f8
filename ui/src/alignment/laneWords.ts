import { count, list, say } from "$language/say";
import type { JsonValue } from "$contract";
import { assertNever } from "$shared/assertNever";
import { runningCall } from "$timeline/currentCalls";
import type { Standing } from "$alignment/laneMarks";
import type { OpenLane } from "$alignment/openLanes";
import { countdown } from "$shared/text/time";
import { queuedText, statusText } from "$timeline/status";
import { clip } from "$content/summary";

const LONGEST = 60;

/** What fits beside the state of a narrow lane. */
const LONGEST_NAME = 20;

/** A value in a difference. What is not there is not the same as nothing. At the top, what was written is told as it is. */
export function valueText(value: JsonValue | undefined, path: string): string {
  if (value === undefined) return say("left out");
  return clip(path === "" && typeof value === "string" ? value : JSON.stringify(value), LONGEST);
}

/** How a call stands in another lane, in as few words as possible. */
export function standingText({ name, kind }: Standing): string {
  switch (kind) {
    case "same":
      return say("{name}: same", { name });
    case "arguments":
      return say("{name}: other arguments", { name });
    case "function":
      return say("{name}: another function", { name });
    case "moved":
      return say("{name}: in another order", { name });
    case "extra":
    case "absent":
      return say("{name}: not called", { name });
    default:
      return assertNever(kind);
  }
}

/** Where the turns of several lanes stand, in words. */
export function lanesStatus(lanes: OpenLane[]): string {
  const [only] = lanes;
  if (lanes.length === 1 && only !== undefined)
    return say("{name}: {status}", { name: only.lane.name, status: only.session.status });
  const named = (phase: string): string =>
    list(lanes.filter(({ session }) => session.phase === phase).map(({ lane }) => lane.name));
  const [paused, running] = [named("paused"), named("running")];
  if (paused === "" && running === "")
    return say("{count} ready", { count: count(lanes.length, "lane", "lanes") });
  return [
    paused === "" ? null : say("Paused: {lanes}", { lanes: paused }),
    running === "" ? null : say("Running: {lanes}", { lanes: running }),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** What the request of a lane waits for before its model answers: room in the model, or the time to be sent again. */
export type Awaited = { isQueued: boolean; again: { attempt: number; at: number | null } | null };

/** The same in words at a time. Nothing, where the model is at work on it. */
export function awaitedText({ isQueued, again }: Awaited, now: number): string | null {
  if (isQueued) return queuedText();
  if (again === null || again.at === null || again.at <= now) return null;
  return say("Waiting {time} for attempt {attempt}", {
    time: countdown(again.at - now),
    attempt: again.attempt,
  });
}

/** Where the turn of one lane stands. It may wait for the lane whose results it uses. */
export function laneStatus({ session }: OpenLane, sharing: OpenLane | null): string {
  const { turn } = session;
  const isResolving =
    session.phase === "running" &&
    turn?.rounds.at(-1)?.respondedAt != null &&
    runningCall(session.timeline, turn) === null;
  const isWaiting =
    isResolving && sharing !== null && sharing.session !== session && sharing.session.phase !== "idle";
  return isWaiting
    ? say("Waiting for the results of {name}", { name: sharing.lane.name })
    : statusText(session.timeline);
}

/** Whose results a lane uses, as its own settings say, and what else. What holds for the others is no claim about this one. */
export function resultsText({ lane, session }: OpenLane, sharing: OpenLane | null): string | null {
  if (sharing === null) return null;
  if (sharing.lane.session === lane.session) return say("results for others");
  const { resultsOf } = session.functions.own ?? {};
  const name = clip(sharing.lane.name, LONGEST_NAME);
  if (resultsOf?.session !== sharing.lane.session) return say("own results");
  return resultsOf.onMiss === "live"
    ? say("results of {name}, else live", { name })
    : say("results of {name}, else ask", { name });
}

/** The program that asks in a lane. Nothing can be said there by a person. */
export function programOf({ session }: OpenLane): string | null {
  return session.plan?.program ?? null;
}

/** Which of these lanes is left out of what is said, and why. */
export function leftOutText(lanes: OpenLane[]): string | null {
  const owned = lanes.find((lane) => programOf(lane) !== null);
  const program = owned === undefined ? null : programOf(owned);
  if (owned === undefined || program === null) return null;
  return say("not said in {name}, where {program} asks", { name: owned.lane.name, program });
}

/** Why nothing can be said to these lanes now. Those in which a program asks are left out. */
export function lanesObstacle(all: OpenLane[]): string | null {
  const lanes = all.filter((lane) => programOf(lane) === null);
  const [owned] = all;
  if (lanes.length === 0 && owned !== undefined)
    return say("{program} asks in lane {name}. Say it in another lane, or fork the conversation.", {
      program: programOf(owned) ?? "",
      name: owned.lane.name,
    });
  const paused = lanes.find(({ session }) => session.phase === "paused");
  if (paused !== undefined)
    return say("Lane {name} is paused. Continue or stop it, then send.", { name: paused.lane.name });
  const running = lanes.find(({ session }) => session.phase === "running");
  if (running === undefined) return null;
  return say("Lane {name} is running. What you write stays here until it ends.", { name: running.lane.name });
}

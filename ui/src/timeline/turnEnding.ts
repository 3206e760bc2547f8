import { wholeNumber } from "$language/number";
import { count, list, say } from "$language/say";
import type { CallCount, Limit, Outcome, StopReason } from "$contract";
import { assertNever } from "$shared/assertNever";
import type { Timeline, TurnState } from "$timeline/model";
import { workOf } from "$timeline/turnTime";
import { calledTitle } from "$content/naming";
import { duration } from "$shared/text/time";

/** How a turn ended, in a few words. */
export function endingText(turn: TurnState): string {
  switch (turn.outcome?.type) {
    case "answered":
      return say("Answered in {tookText}", { tookText: tookText(turn) });
    case "stopped":
      return say("Stopped");
    case "limitReached":
      return limitText(turn.outcome.limit);
    case "terminated":
      return say("Ended by the filter {filter}", { filter: turn.outcome.filter });
    case "unanswered":
      return say("No answer");
    case "silent":
      return say("Nothing said");
    case "failed":
      return say("Failed");
    case undefined:
      return "";
    default:
      return assertNever(turn.outcome);
  }
}

/** At which limit a turn was stopped, in a few words. */
function limitText(limit: Limit): string {
  switch (limit) {
    case "rounds":
      return say("Stopped at the limit of rounds");
    case "calls":
      return say("Stopped at the limit of calls");
    case "time":
      return say("Stopped at the limit of time");
    case "tokens":
      return say("Stopped at the limit of tokens");
    case "consecutiveFailures":
      return say("Stopped at the limit of failures in a row");
    case "repeats":
      return say("Stopped at the same call again and again");
  }
}

/** Which limit a turn ran into, in a sentence. */
export function limitMessage({ plan: { limits } }: TurnState, limit: Limit): string {
  switch (limit) {
    case "rounds":
      return say("The limit of {limit} is reached.", { limit: count(limits.rounds, "round", "rounds") });
    case "calls":
      return say("The limit of {limit} is reached.", { limit: count(limits.calls ?? 0, "call", "calls") });
    case "consecutiveFailures":
      return say("Calls failed in more than {rounds} in a row.", {
        rounds: count(limits.consecutiveFailures ?? 0, "round", "rounds"),
      });
    case "time":
      return say("The time of this turn is up: {seconds} s.", { seconds: wholeNumber(limits.seconds ?? 0) });
    case "tokens":
      return say("The limit of {tokens} tokens is reached.", { tokens: wholeNumber(limits.tokens ?? 0) });
    case "repeats":
      return say("The model made the same call again and again, and did not answer in words.");
  }
}

/** Why a round asks for words. */
export function forWordsText(limit: Limit): string {
  switch (limit) {
    case "rounds":
      return say("Asked for words: this is the last round.");
    case "calls":
      return say("Asked for words: the limit of calls is reached.");
    case "consecutiveFailures":
      return say("Asked for words: calls failed too often in a row.");
    case "time":
      return say("Asked for words: the time is up.");
    case "tokens":
      return say("Asked for words: the limit of tokens is reached.");
    case "repeats":
      return say("Asked for words: the model made the same call three times in a row.");
  }
}

/** That there is no word in an answer, and what the model had done before. */
export function silentMessage(called: CallCount[]): string {
  if (called.length === 0) return say("The model ended its answer without a word.");
  const calls = called.map(({ function: name, times }) =>
    say("{name} {times}", { name: calledTitle(name), times: count(times, "time", "times") }),
  );
  return say("The model ended its answer without a word. It had called {calls}.", {
    calls: list(calls),
  });
}

/** Why there is no answer, in a sentence, with the words of whoever said so. */
export function unansweredMessage(stop: StopReason): string {
  switch (stop.type) {
    case "refused":
      return stop.said === undefined
        ? say("The model refused to answer.")
        : say("The model refused to answer: {said}", { said: stop.said });
    case "filtered":
      return stop.said === undefined
        ? say("The service’s filter let no answer through.")
        : say("The service’s filter let no answer through: {said}", { said: stop.said });
    case "length":
      return say("The limit of tokens was reached before the model answered.");
    case "other":
      return say("The model stopped without an answer: {reason}", { reason: stop.reason });
    case "complete":
    case "calls":
    case "paused":
    case "unstated":
      return say("The model stopped without an answer.");
  }
}

/** What can be done about it. */
export function unansweredAdvice(stop: StopReason): string {
  return stop.type === "length"
    ? say("Allow more tokens or less thinking in the session’s settings, then try again.")
    : say("Say it in other words, or choose another model.");
}

/** How long the model and the functions took. The person is not counted. */
export function tookText(turn: TurnState): string {
  return turn.endedAt === null ? "" : duration(workOf(turn.spent));
}

/** Shorter than this nobody notices that they were waited for. */
const NOTICED_WAIT = 1000;

/** How long the person was waited for, where it was. */
export function waitedText({ spent }: TurnState): string | null {
  return spent.person < NOTICED_WAIT ? null : say("{time} waiting for you", { time: duration(spent.person) });
}

/** The time of a turn in its parts, one a line. */
export function timeParts({ spent }: TurnState): string {
  const part = (name: string, time: number): string[] =>
    time === 0 ? [] : [say("{name}: {time}", { name, time: duration(time) })];
  return [
    ...part(say("Model"), spent.model),
    ...part(say("Functions"), spent.functions),
    ...part(say("Between them"), spent.between),
    ...part(say("Waiting for you, not counted"), spent.person),
  ].join("\n");
}

export function roundsText(turn: TurnState): string {
  return count(turn.rounds.length, "round", "rounds");
}

/** Whether calls of a turn were open when it ended, and the model is told that they never ran. */
export function leftCallsOpen({ calls }: Timeline, { rounds }: TurnState): boolean {
  return calls.all.some(({ scope, result, ended }) => {
    const outcome = result?.outcome ?? ended;
    return neverRan(outcome) && rounds.some((round) => round.scope === scope);
  });
}

/** A call that its turn ended before has not failed: its function was never run. */
export function neverRan(outcome: Outcome | null): boolean {
  return outcome?.type === "failed" && outcome.failure.kind === "notRun";
}

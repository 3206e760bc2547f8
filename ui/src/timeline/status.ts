import { wholeNumber } from "$language/number";
import { list, say } from "$language/say";
import type { Breakpoint, Pause, PauseReason, StopReason, Usage } from "$contract";
import type { NoticeId } from "$contract/notices";
import { conditionText, placeTitle } from "$breakpoints/breakpoints";
import { assertNever } from "$shared/assertNever";
import { pausedCall, runningCall } from "$timeline/currentCalls";
import { type CallState, latestTurn, type Timeline, type TurnState } from "$timeline/model";
import { calledTitle } from "$content/naming";
import { endingText } from "$timeline/turnEnding";

export type TurnPhase = "idle" | "running" | "paused";

export function phaseOf(timeline: Timeline): TurnPhase {
  const turn = latestTurn(timeline);
  if (turn === null || turn.outcome !== null) return "idle";
  return turn.pause === null ? "running" : "paused";
}

/** Why an action has to wait: a turn is under way. */
export function turnObstacle(phase: TurnPhase): string | null {
  switch (phase) {
    case "idle":
      return null;
    case "running":
      return say("Not while a turn is running. Stop it, or wait for its end.");
    case "paused":
      return say("Not while a turn is paused. Stop it, or let it run to its end.");
    default:
      return assertNever(phase);
  }
}

/** Where the turn stands, in words. */
export function statusText(timeline: Timeline): string {
  const turn = latestTurn(timeline);
  if (turn === null) return say("Ready");
  if (turn.outcome !== null) return endingText(turn);
  if (turn.pause !== null) return pauseText(timeline, turn, turn.pause);
  if (turn.isPauseRequested) return say("Pausing at the next step…");
  return workText(timeline, turn);
}

function workText(timeline: Timeline, turn: TurnState): string {
  const running = runningCall(timeline, turn);
  if (running !== null) return say("Running {calledTitle}", { calledTitle: calledTitle(running.function) });
  const round = turn.rounds.at(-1);
  if (round === undefined || (round.selection === null && round.requestedAt === null))
    return say("Choosing functions");
  if (round.respondedAt !== null) return say("Checking the calls");
  return timeline.draft.length === 0 ? say("Waiting for the model") : say("Receiving the answer");
}

/** A request that waits for others which are answered by the same model. */
export function queuedText(): string {
  return say("Queued behind other requests");
}

export function pauseText(timeline: Timeline, turn: TurnState, pause: Pause): string {
  switch (pause.place.type) {
    case "beforeRequest":
      return say("Paused before request {number}", { number: turn.rounds.at(-1)?.number ?? 1 });
    case "duringAnswer":
      return say("Paused during the answer");
    case "afterResponse":
      return say("Paused after the response");
    case "beforeCall":
    case "afterCall": {
      const call = pausedCall(timeline, turn);
      const name = call === null ? pause.place.call : calledTitle(call.function);
      return pause.place.type === "beforeCall"
        ? say("Paused before {name}", { name })
        : say("Paused after {name}", { name });
    }
    default:
      return assertNever(pause.place);
  }
}

/** What made a turn stop: the breakpoints, or another reason. */
export function whyText(pause: Pause, breakpoints: Breakpoint[], call: CallState | null = null): string {
  if (pause.place.type === "duringAnswer") return say("Nothing more of it is read until you go on.");
  const met = breakpoints.filter(({ id }) => pause.breakpoints?.includes(id));
  if (pause.reason !== "breakpoint" || met.length === 0) return reasonText(pause.reason, call);
  const texts = met.map((point) => {
    const condition = conditionText(point);
    const place = placeTitle(point.place).toLowerCase();
    return condition === null ? place : `${place} · ${condition}`;
  });
  return say("Breakpoint {texts}", { texts: list(texts) });
}

function reasonText(reason: PauseReason, call: CallState | null): string {
  switch (reason) {
    case "breakpoint":
      return say("Breakpoint");
    case "step":
      return say("Step");
    case "interrupted":
      return say("The application closed while this was under way. It may or may not have taken effect.");
    case "editRefused":
      return say("These arguments can't be run either. Change them, or write the result.");
    case "approval":
      return say("A rule of this session asks before this call. Allow it once, or decline.");
    case "handedBack":
      return say("The policies of this session leave this call to you.");
    case "requestFailed":
      return say("The request gave no answer. Going on sends it again.");
    case "nameRepaired":
      return say(
        "The model wrote a name that was not offered. Go on if it means this function, decline if not.",
      );
    case "consentNeeded":
      return say("This function does something you have to allow first. Allow it once, or decline.");
    case "resultWanted":
      return isOnlyDefined(call)
        ? say(
            "You stand in for this function, because nothing is behind it. Write its result: without one, the call fails and the model is told why.",
          )
        : say(
            "You stand in for this function. Write its result, or go on from its arguments to let it answer itself.",
          );
    default:
      return assertNever(reason);
  }
}

/** Reasons why a person is asked that say so. */
const ONLY_DEFINED: ReadonlySet<NoticeId> = new Set(["ask-because.only-defined", "ask-because.nowhere-else"]);

function isOnlyDefined(call: CallState | null): boolean {
  const asks = call?.resolution?.type === "runnable" ? (call.resolution.asks ?? []) : [];
  return asks.some((ask) => ask.type === "result" && ask.because != null && ONLY_DEFINED.has(ask.because.id));
}

/** `128 → 64 tokens` is for eyes; this is the same in words. */
export function usageText({ input, output }: Usage): string | null {
  if (input === null && output === null) return null;
  if (input === null) return say("{output} tokens out", { output: number(output) });
  if (output === null) return say("{input} tokens in", { input: number(input) });
  return say("{input} in, {output} out", { input: number(input), output: number(output) });
}

/** Why a model stopped, in words, and whether that is what usually happens. Nothing, where its service did not say. */
export function stopText(stop: StopReason): { text: string; isUsual: boolean } | null {
  switch (stop.type) {
    case "complete":
      return { text: say("said everything"), isUsual: true };
    case "calls":
      return { text: say("waits for its calls"), isUsual: true };
    case "length":
      return { text: say("cut off at the limit of tokens"), isUsual: false };
    case "filtered":
      return {
        text:
          stop.said === undefined
            ? say("cut off by the service’s filter")
            : say("cut off by the service’s filter: {said}", { said: stop.said }),
        isUsual: false,
      };
    case "refused":
      return { text: say("refused"), isUsual: false };
    case "paused":
      return { text: say("paused, and asked to go on"), isUsual: true };
    case "unstated":
      return null;
    case "other":
      return { text: say("stopped: {reason}", { reason: stop.reason }), isUsual: false };
  }
}

function number(value: number | null): string {
  return wholeNumber(value ?? 0);
}

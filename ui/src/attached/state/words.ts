import { count, say } from "$language/say";
import type { AttachedProgram, HeldRequest, OnTimeout } from "$contract";
import type { StopPlace } from "$contract";
import { assertNever } from "$shared/assertNever";

/** A time that is left, as a clock shows it. Nothing is left below nought. */
export function timeLeft(milliseconds: number): string {
  const whole = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const below = `${String(minutes).padStart(hours > 0 ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours > 0 ? `${hours}:${below}` : below;
}

/** The held request whose program gives up first. One whose patience is unknown comes last. */
export function firstToGiveUp(held: readonly HeldRequest[]): HeldRequest | null {
  const until = (request: HeldRequest): number => request.until ?? Infinity;
  return held.reduce<HeldRequest | null>(
    (first, request) => (first === null || until(request) < until(first) ? request : first),
    null,
  );
}

/** What a program does, where nothing of it is held. */
export function requestsText({ requests }: AttachedProgram): string {
  return requests === 0 ? say("waits for its first request") : count(requests, "request", "requests");
}

/** Who answers a program in place of its provider from now on. A round names who answered it. */
export function answererText({ settings: { answerer } }: AttachedProgram): string | null {
  switch (answerer.type) {
    case "provider":
      return null;
    case "model":
      return say("answered by {model}", { model: answerer.model });
    case "session":
      return say("answered by a session");
    default:
      return assertNever(answerer);
  }
}

/** What becomes of a held request when its program gives up. */
export function afterHold(onTimeout: OnTimeout): string {
  switch (onTimeout) {
    case "goOn":
      return say("Shortly before, it goes on unchanged.");
    case "fail":
      return say("Shortly before, the program gets an error.");
    case "hold":
      return say("It stays held, and the program gets nothing.");
  }
}

/** What keeps a held request open, and what does not. */
export function aliveness({ streams, until }: HeldRequest): string {
  if (!streams)
    return say("It is not streamed, so nothing can be sent to keep it alive: its patience is shorter.");
  return until === undefined
    ? say("Kept open by keep-alives.")
    : say("It waits so long for the whole response: keep-alives don't extend that.");
}

/** The places at which a program's request can be held, as the program sees them. */
export const PROGRAM_PLACES: readonly { place: StopPlace; title: string; note: string }[] = [
  {
    place: "beforeRequest",
    title: say("Before a request goes on"),
    note: say("Change its messages, functions and settings, or answer it by hand."),
  },
  {
    place: "afterResponse",
    title: say("After an answer"),
    note: say("The model has answered, and the program has not received it yet."),
  },
  {
    place: "beforeCall",
    title: say("Before a call reaches the program"),
    note: say("Change its arguments, or leave it out."),
  },
  {
    place: "afterCall",
    title: say("When a result comes back"),
    note: say("The program has run the call, and the model has not seen the result yet."),
  },
];

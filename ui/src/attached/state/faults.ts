import { say } from "$language/say";
import type { ProgramFault } from "$contract";

type Kind = { value: ProgramFault["type"]; title: string };

/** The core refuses to let more requests or answers meet a fault. */
export const MOST_MET = 1_000;

/** The faults of a request. */
export const REQUEST_FAULTS: readonly Kind[] = [
  { value: "refused", title: say("The request is refused") },
  { value: "cut", title: say("The connection is cut before the answer") },
  { value: "cutWithin", title: say("The connection is cut within the answer") },
  { value: "malformedJson", title: say("The answer is malformed JSON") },
  { value: "late", title: say("The answer is late") },
];

/** The faults of an answer that calls a function. */
export const ANSWER_FAULTS: readonly Kind[] = [
  { value: "refused", title: say("The request is refused") },
  { value: "cut", title: say("The connection is cut at the call") },
  { value: "malformedJson", title: say("The call is malformed JSON") },
  { value: "late", title: say("The call is late") },
];

/** A fault of a kind, as it is offered first. */
export function newFault(type: ProgramFault["type"]): ProgramFault {
  switch (type) {
    case "refused":
      return { type, status: 429, message: "Rate limit reached", retryAfter: 5 };
    case "cut":
    case "cutWithin":
    case "malformedJson":
      return { type };
    case "late":
      return { type, milliseconds: 30_000 };
  }
}

import type { CallId, Timestamp, TurnEvent } from "$contract";

/**
 * How the time of a turn was spent, in milliseconds. What a person is waited for is kept apart, so that a turn which
 * stood at a stop overnight still says how fast its model was.
 */
export type Spent = {
  /** While a request was under way. */
  readonly model: number;
  /** While calls ran and no request did. Calls that run side by side count once. */
  readonly functions: number;
  /** Choosing functions and everything else between requests and calls. */
  readonly between: number;
  /** While the turn stood at a stop, or functions asked the person something, and nothing ran. */
  readonly person: number;
  /** The moment up to which this was counted. */
  readonly at: Timestamp;
  readonly doing: Doing;
};

/** What is under way. */
type Doing = {
  readonly isAsking: boolean;
  readonly calls: readonly CallId[];
  /** The calls whose functions ask the person something. */
  readonly asked: readonly CallId[];
  readonly stop: "none" | "aside" | "inAnswer";
};

type Part = "model" | "functions" | "between" | "person";

/** The time of one round by its parts. */
export type Times = Readonly<Record<Part, number>>;

export const NO_TIME: Times = { model: 0, functions: 0, between: 0, person: 0 };

export function nothingSpent(at: Timestamp): Spent {
  const doing: Doing = { isAsking: false, calls: [], asked: [], stop: "none" };
  return { model: 0, functions: 0, between: 0, person: 0, at, doing };
}

/** Counts the time up to an event, and takes in what the event began or ended. */
export function spentAfter(spent: Spent, event: TurnEvent, at: Timestamp): Spent {
  const counted = isReopened(event) ? { ...spent, at } : spentBy(spent, at);
  const doing = doingAfter(spent.doing, event);
  return doing === spent.doing ? counted : { ...counted, doing };
}

/** The same up to now, for a turn under way. */
export function spentBy(spent: Spent, now: Timestamp): Spent {
  const passed = Math.max(0, now - spent.at);
  const part = partOf(spent.doing);
  return { ...spent, [part]: spent[part] + passed, at: Math.max(now, spent.at) };
}

/** How long the model of a round took up to a moment, without the time a person held its answer. */
export function modelTimeBy({ took }: { took: number | null }, spent: Spent, at: Timestamp): number {
  return (took ?? 0) + spentBy(spent, at).model - spent.model;
}

/** The times of a round with what its turn has spent since. */
export function timesAfter(times: Times, before: Times, after: Times): Times {
  return {
    model: times.model + after.model - before.model,
    functions: times.functions + after.functions - before.functions,
    between: times.between + after.between - before.between,
    person: times.person + after.person - before.person,
  };
}

/** The time of a turn or a round without the person's. */
export function workOf({ model, functions, between }: Times): number {
  return model + functions + between;
}

function partOf({ isAsking, calls, asked, stop }: Doing): Part {
  // An answer that is held brings nothing until the person goes on.
  if (stop === "inAnswer") return "person";
  if (isAsking) return "model";
  if (calls.length > 0) return "functions";
  return stop === "aside" || asked.length > 0 ? "person" : "between";
}

/** Nobody worked on it or waited while the application was closed. */
function isReopened(event: TurnEvent): boolean {
  return event.type === "paused" && event.pause.reason === "interrupted";
}

function doingAfter(doing: Doing, event: TurnEvent): Doing {
  switch (event.type) {
    case "requestSent":
      return { ...doing, isAsking: true };
    case "responseReceived":
    case "requestFailed":
    case "answerCut":
      return { ...doing, isAsking: false };
    case "callStarted":
    case "handedOver":
    case "personAnswered":
      return { ...without(doing, event.call), calls: [...without(doing, event.call).calls, event.call] };
    case "personAsked":
      return { ...without(doing, event.call), asked: [...without(doing, event.call).asked, event.call] };
    case "callEnded":
      return without(doing, event.call);
    case "paused":
      return standing(doing, event.pause);
    case "answered":
      return event.effect.stays === true ? doing : { ...doing, stop: "none" };
    case "ended":
      return { isAsking: false, calls: [], asked: [], stop: "none" };
    case "began":
    case "given":
    case "roundBegan":
    case "selected":
    case "itemStarted":
    case "textDelta":
    case "reasoningDelta":
    case "argumentsDelta":
    case "adapted":
    case "modelReplaced":
    case "callsResolved":
    case "completionReceived":
    case "breakpointsHit":
    case "filtered":
    case "limitHit":
    case "timeUp":
    case "noticed":
    case "pauseRequested":
    case "breakpointsChanged":
    case "approvalsChanged":
    case "settingsChanged":
      return doing;
  }
}

function standing(doing: Doing, { place, reason }: Extract<TurnEvent, { type: "paused" }>["pause"]): Doing {
  if (reason === "interrupted") return { isAsking: false, calls: [], asked: [], stop: "aside" };
  return { ...doing, stop: place.type === "duringAnswer" ? "inAnswer" : "aside" };
}

function without(doing: Doing, call: CallId): Doing {
  const others = (calls: readonly CallId[]): CallId[] => calls.filter((one) => one !== call);
  return { ...doing, calls: others(doing.calls), asked: others(doing.asked) };
}

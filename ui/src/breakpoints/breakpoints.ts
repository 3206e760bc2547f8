import { say } from "$language/say";
import type {
  ArgumentTest,
  Breakpoint,
  BreakpointId,
  Comparison,
  FunctionName,
  FunctionSpec,
  HitRule,
  StopPlace,
  TurnPlan,
} from "$contract";
import type { PickerOption } from "$shared/controls/picking";
import { modelName } from "$content/modelTitle";
import { matchesFunction } from "$content/glob";

/** The places of the three switches in the debugger's bar. */
export const STOP_PLACES: readonly StopPlace[] = ["beforeRequest", "beforeCall", "afterCall"];

export const ALL_PLACES: readonly StopPlace[] = [
  "beforeRequest",
  "afterResponse",
  "beforeCall",
  "afterCall",
  "onError",
  "onRepair",
  "onSchemaViolation",
  "onRepeatedCall",
];

export const COMPARISONS: readonly { value: Comparison; title: string }[] = [
  { value: "equals", title: say("is") },
  { value: "differs", title: say("is not") },
  { value: "less", title: say("is less than") },
  { value: "greater", title: say("is more than") },
  { value: "contains", title: say("contains") },
  { value: "matches", title: say("fits the pattern") },
  { value: "exists", title: say("is there") },
  { value: "missing", title: say("is left out") },
];

export function placeTitle(place: StopPlace): string {
  switch (place) {
    case "beforeRequest":
      return say("Before request");
    case "afterResponse":
      return say("After response");
    case "beforeCall":
      return say("Before call");
    case "afterCall":
      return say("After call");
    case "onError":
      return say("On error");
    case "onRepair":
      return say("On name repair");
    case "onSchemaViolation":
      return say("On schema violation");
    case "onRepeatedCall":
      return say("On repeated call");
  }
}

/** When a place is reached, in a sentence. */
export function placeNote(place: StopPlace): string {
  switch (place) {
    case "beforeRequest":
      return say("Before the model is asked. What will be sent can be changed.");
    case "afterResponse":
      return say("The model has answered, and none of its calls has run.");
    case "beforeCall":
      return say("Before a function runs.");
    case "afterCall":
      return say("A function has run, and the model has not received its result.");
    case "onError":
      return say("A call or a request has failed.");
    case "onRepair":
      return say("A name was not written as it was offered, and was understood all the same.");
    case "onSchemaViolation":
      return say("Arguments do not fit the schema of their function.");
    case "onRepeatedCall":
      return say("The same function is called again with equal arguments.");
  }
}

/** Whether a place is about a call, so that a function and its arguments can be asked for. */
export function isAboutCalls(place: StopPlace): boolean {
  return place !== "beforeRequest";
}

/** What narrows a breakpoint down, in words, or nothing where it always stops. */
export function conditionText({ condition, hits, isOneShot }: Breakpoint): string | null {
  const parts = [
    condition.function === undefined ? null : condition.function,
    ...(condition.arguments ?? []).map(testText),
    condition.model === undefined ? null : say("model {model}", { model: modelName(condition.model) }),
    condition.round === undefined ? null : say("in round {round}", { round: condition.round }),
    hitsText(hits),
    isOneShot ? say("once") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

export function testText({ path, comparison, value }: ArgumentTest): string {
  const title = COMPARISONS.find((one) => one.value === comparison)?.title ?? comparison;
  return needsValue(comparison) ? `${path} ${title} ${JSON.stringify(value)}` : `${path} ${title}`;
}

export function needsValue(comparison: Comparison): boolean {
  return comparison !== "exists" && comparison !== "missing";
}

function hitsText(hits: HitRule): string | null {
  switch (hits.type) {
    case "always":
      return null;
    case "nth":
      return say("at hit {count}", { count: hits.count });
    case "from":
      return say("from hit {count} on", { count: hits.count });
    case "every":
      return say("each {count}th hit", { count: hits.count });
  }
}

export function newBreakpoint(breakpoints: Breakpoint[], place: StopPlace, pattern?: string): Breakpoint {
  const condition = pattern === undefined ? {} : { function: pattern };
  return {
    id: freeId(breakpoints),
    place,
    condition,
    hits: { type: "always" },
    isOneShot: false,
    isEnabled: true,
  };
}

function freeId(breakpoints: Breakpoint[]): BreakpointId {
  for (let number = 1; ; number += 1) {
    const id = `b${number}`;
    if (!breakpoints.some((point) => point.id === id)) return id;
  }
}

/** Puts a breakpoint in the place of the one with its id, or after all others. */
export function withBreakpoint(breakpoints: Breakpoint[], point: Breakpoint): Breakpoint[] {
  const isThere = breakpoints.some(({ id }) => id === point.id);
  return isThere ? breakpoints.map((one) => (one.id === point.id ? point : one)) : [...breakpoints, point];
}

export function withoutBreakpoint(breakpoints: Breakpoint[], id: BreakpointId): Breakpoint[] {
  return breakpoints.filter((point) => point.id !== id);
}

/** Whether a breakpoint stops at its place always. */
export function isPlain({ condition, hits, isOneShot }: Breakpoint): boolean {
  const isNarrowed = Object.values(condition).some((part) => !Array.isArray(part) || part.length > 0);
  return !isNarrowed && hits.type === "always" && !isOneShot;
}

/** Whether a turn stops at a place whatever happens there. */
export function stopsAt(breakpoints: Breakpoint[], place: StopPlace): boolean {
  return breakpoints.some((point) => point.place === place && isPlain(point) && point.isEnabled);
}

/** The switch of a place. Breakpoints that ask for more stay as they are. */
export function withStop(breakpoints: Breakpoint[], place: StopPlace, isEnabled: boolean): Breakpoint[] {
  const here = breakpoints.filter((point) => point.place === place && isPlain(point));
  const [first] = here;
  if (first === undefined) return [...breakpoints, { ...newBreakpoint(breakpoints, place), isEnabled }];
  return breakpoints.map((point) => (here.includes(point) ? { ...point, isEnabled } : point));
}

export function patternOf(name: FunctionName): string {
  return name.plugin === null ? name.function : `${name.plugin}.${name.function}`;
}

/** The patterns that mean one function each, to choose from. */
export function patternOptions(functions: readonly FunctionSpec[]): PickerOption[] {
  return functions.map(({ name }) => ({ value: patternOf(name), title: patternOf(name), note: "" }));
}

/** The breakpoints that ask for a function and mean this one. */
export function breakpointsOn(breakpoints: Breakpoint[], name: FunctionName): Breakpoint[] {
  return breakpoints.filter(
    ({ condition }) => condition.function !== undefined && matchesFunction(condition.function, name),
  );
}

/** Whether a card has a red dot: full, empty while all that mean it are switched off, or none. */
export function dotOf(breakpoints: Breakpoint[], name: FunctionName): "on" | "off" | null {
  const here = breakpointsOn(breakpoints, name);
  if (here.length === 0) return null;
  return here.some(({ isEnabled }) => isEnabled) ? "on" : "off";
}

/** Sets a breakpoint before calls of one function, or takes away those that mean it alone. */
export function toggledFor(breakpoints: Breakpoint[], name: FunctionName): Breakpoint[] {
  const own = breakpoints.filter(
    ({ place, condition }) => place === "beforeCall" && condition.function === patternOf(name),
  );
  if (own.length === 0) return [...breakpoints, newBreakpoint(breakpoints, "beforeCall", patternOf(name))];
  return breakpoints.filter((point) => !own.includes(point));
}

/** A plan that stops once before a call of this function, whatever else it stops at. */
export function withStopAt(plan: TurnPlan, name: FunctionName): TurnPlan {
  const point = newBreakpoint(plan.breakpoints, "beforeCall", patternOf(name));
  return { ...plan, breakpoints: [...plan.breakpoints, { ...point, isOneShot: true }] };
}

/** Whether a turn stops before this one function. */
export function stopsBefore(breakpoints: Breakpoint[], name: FunctionName): boolean {
  return breakpointsOn(breakpoints, name).some((point) => point.isEnabled && point.place === "beforeCall");
}

type Changeable = {
  readonly breakpoints: Breakpoint[];
  change(changed: (plan: TurnPlan) => TurnPlan): Promise<void>;
};

/** Changes the breakpoints of a session as those of another one were changed. What it has besides stays. */
export function takeOver(session: Changeable, before: Breakpoint[], after: Breakpoint[]): Promise<void> {
  const gone = before.filter(({ id }) => !after.some((point) => point.id === id));
  const changed = after.filter((point) => !before.includes(point));
  return session.change((plan) => {
    const left = session.breakpoints.filter(({ id }) => !gone.some((point) => point.id === id));
    return { ...plan, breakpoints: changed.reduce(withBreakpoint, left) };
  });
}

/** Makes the turns of a session stop at a place, or not any more. */
export function toggleStop(session: Changeable, place: StopPlace, isEnabled: boolean): Promise<void> {
  return session.change((plan) => ({
    ...plan,
    breakpoints: withStop(session.breakpoints, place, isEnabled),
  }));
}

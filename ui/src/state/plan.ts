import type { Breakpoint, Condition, FunctionName, StopPlace, TurnPlan, Verdict } from "$contract";
import type { TurnState } from "$state/model";
import { isSameFunction } from "$state/naming";

export const STOP_PLACES: readonly StopPlace[] = ["beforeRequest", "beforeCall", "afterCall"];

export function placeTitle(place: StopPlace): string {
  switch (place) {
    case "beforeRequest":
      return "Before request";
    case "beforeCall":
      return "Before call";
    case "afterCall":
      return "After call";
    case "afterResponse":
      return "After response";
    case "onError":
      return "On error";
    case "onRepair":
      return "On repaired name";
    case "onSchemaViolation":
      return "On schema violation";
    case "onRepeatedCall":
      return "On repeated call";
  }
}

/** Whether a turn stops at a place for every function. */
export function stopsAt(breakpoints: Breakpoint[], place: StopPlace): boolean {
  return breakpoints.some((point) => point.place === place && isUnconditional(point) && point.isEnabled);
}

/** Breakpoints for single functions stay as they are. */
export function withStop(breakpoints: Breakpoint[], place: StopPlace, isEnabled: boolean): Breakpoint[] {
  const others = breakpoints.filter((point) => point.place !== place || !isUnconditional(point));
  return [...others, newBreakpoint(place, {}, isEnabled)];
}

/** Its id says what it is about, so that making it again makes the same one. */
function newBreakpoint(place: StopPlace, condition: Condition, isEnabled: boolean): Breakpoint {
  const id = [place, condition.function].filter((part) => part !== undefined).join(":");
  return { id, place, condition, hits: { type: "always" }, isOneShot: false, isEnabled };
}

/** Whether it is one of the plain ones that the bar shows. */
function isUnconditional({ condition, hits, isOneShot }: Breakpoint): boolean {
  return Object.keys(condition).length === 0 && hits.type === "always" && !isOneShot;
}

export function isPinned(plan: TurnPlan | null, name: FunctionName): boolean {
  return plan?.selection.pinned.some((pinned) => isSameFunction(pinned, name)) ?? false;
}

export function withPin(plan: TurnPlan, name: FunctionName, isWanted: boolean): TurnPlan {
  const others = plan.selection.pinned.filter((pinned) => !isSameFunction(pinned, name));
  const pinned = isWanted ? [...others, name] : others;
  return { ...plan, selection: { ...plan.selection, pinned } };
}

/** What the next request of a turn offers. Nothing in its last round, so that it ends in words. */
export function offeredNow(turn: TurnState): FunctionName[] {
  const candidates = turn.rounds.at(-1)?.selection?.candidates ?? [];
  return candidates.filter(({ verdict }) => isOffered(verdict)).map((candidate) => candidate.function);
}

export function isOffered(verdict: Verdict): boolean {
  switch (verdict) {
    case "pinned":
    case "usedBefore":
    case "ranked":
    case "roomForAll":
      return true;
    case "beyondLimit":
    case "noMatch":
      return false;
  }
}

/** Whether a turn stops before this one function. */
export function stopsBefore(breakpoints: Breakpoint[], name: FunctionName): boolean {
  return breakpoints.some((point) => point.isEnabled && isStopBefore(point, name));
}

export function withStopBefore(
  breakpoints: Breakpoint[],
  name: FunctionName,
  isWanted: boolean,
): Breakpoint[] {
  const others = breakpoints.filter((point) => !isStopBefore(point, name));
  const condition = { function: patternOf(name) };
  return isWanted ? [...others, newBreakpoint("beforeCall", condition, true)] : others;
}

function isStopBefore({ place, condition }: Breakpoint, name: FunctionName): boolean {
  return place === "beforeCall" && condition.function === patternOf(name);
}

/** The pattern that means one function. */
export function patternOf({ plugin, function: name }: FunctionName): string {
  return plugin === null ? name : `${plugin}.${name}`;
}

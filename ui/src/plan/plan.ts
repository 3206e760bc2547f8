import type { FunctionName, ModelId, PastedChoice, TurnPlan, Verdict } from "$contract";
import { isSameFunction } from "$content/naming";

export function isPinned(plan: TurnPlan | null, name: FunctionName): boolean {
  return plan?.selection.pinned.some((pinned) => isSameFunction(pinned, name)) ?? false;
}

export function withPin(plan: TurnPlan, name: FunctionName, isWanted: boolean): TurnPlan {
  const others = plan.selection.pinned.filter((pinned) => !isSameFunction(pinned, name));
  const pinned = isWanted ? [...others, name] : others;
  return { ...plan, selection: { ...plan.selection, pinned } };
}

/** With a pasted choice. Calls that a person runs by hand stay so: only what runs by itself runs together or in order. */
export function withPasted(plan: TurnPlan, { choice, invocation }: PastedChoice): TurnPlan {
  const { policies } = plan;
  if (invocation === undefined || policies.invocation === "byHand") return { ...plan, choice };
  return { ...plan, choice, policies: { ...policies, invocation } };
}

export function isOffered(verdict: Verdict): boolean {
  switch (verdict) {
    case "pinned":
    case "usedBefore":
    case "ranked":
    case "roomForAll":
    case "listed":
    case "kept":
      return true;
    case "belowThreshold":
    case "notChosen":
    case "beyondLimit":
    case "noMatch":
      return false;
  }
}

/** The model that answers: that of the participant who speaks, else the model of the session. */
export function speakingModel(plan: TurnPlan): ModelId {
  return plan.participants.find(({ name }) => name === plan.speaker)?.model ?? plan.model;
}

import type { Breakpoint, Policies, Profile, StopPlace, TurnPlan } from "$contract";
import { RANKED } from "./ranking";

export const POLICIES: Policies = {
  invocation: "inOrder",
  onUnknown: "tellModel",
  onBroken: "endTurn",
  errors: "full",
  afterRequired: "auto",
  atRoundLimit: "words",
  atFailureLimit: "words",
  onTwin: "runOnce",
  onRepeat: "answerFromFirst",
  onDoubt: "tellModel",
  atCallLimit: "cut",
  besideAsked: "inPlace",
  templates: {},
};

export const PROFILES: Profile[] = [
  {
    title: "Callwright",
    description: "Calls run in order, every limit ends in words.",
    policies: POLICIES,
    limits: { rounds: 8 },
  },
  {
    title: "Semantic Kernel",
    description: "128 automatic rounds, then calls are handed back.",
    policies: {
      ...POLICIES,
      onRepeat: "run",
      onBroken: "tellModel",
      afterRequired: "words",
      atRoundLimit: "handBack",
    },
    limits: { rounds: 128 },
  },
];

/** A breakpoint that stops always. */
export function stop(id: string, place: StopPlace): Breakpoint {
  return { id, place, condition: {}, hits: { type: "always" }, isOneShot: false, isEnabled: true };
}

/** A plan without anything but a model and some limits. */
export function plainPlan(changes: Partial<TurnPlan>): TurnPlan {
  return {
    model: "scripted",
    limits: { rounds: 8 },
    selection: RANKED,
    breakpoints: [],
    choice: { choice: { type: "auto" }, calls: {} },
    settings: {},
    policies: POLICIES,
    approvals: { rules: [], otherwise: "always" },
    filters: [],
    participants: [],
    ...changes,
  };
}

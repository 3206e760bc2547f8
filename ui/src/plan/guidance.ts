import { say } from "$language/say";
import type { Guidance, Lead, TurnPlan } from "$contract";
import { withSetting } from "$content/settings";

export const NOT_LED: Guidance = { opening: false, onlyNew: false, closing: false };
export const LED: Guidance = { opening: true, onlyNew: true, closing: true };

export const GUIDANCE_PARTS: readonly { part: keyof Guidance; label: string; note: string }[] = [
  {
    part: "opening",
    label: say("It has to call where a function fits"),
    note: say("And to speak where none does. How well functions fit decides."),
  },
  {
    part: "onlyNew",
    label: say("It makes no call again that has its result"),
    note: say("Models in files on this computer are constrained to it while they write."),
  },
  {
    part: "closing",
    label: say("It has to speak once everything is answered"),
    note: say("When there is a result for each part of the request."),
  },
];

export function guidanceChoice(guidance: Guidance | undefined): "asNeeded" | "notLed" | "led" {
  if (guidance === undefined) return "asNeeded";
  return Object.values(guidance).some(Boolean) ? "led" : "notLed";
}

export function withGuidance(plan: TurnPlan, guidance: Guidance | undefined): TurnPlan {
  return withSetting(plan, "guidance", guidance);
}

/** What a request decided for the model and why, for the line of its round. */
export function leadText(lead: Lead): string {
  switch (lead) {
    case "functionFits":
      return say("had to call: a function fits");
    case "functionMayFit":
      return say("leans towards a call: a function may fit");
    case "nothingFits":
      return say("had to speak: no function fits");
    case "allAnswered":
      return say("had to speak: every part has its result");
    case "keepsFailing":
      return say("had to speak: its calls kept failing");
  }
}

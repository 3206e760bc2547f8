import { say } from "$language/say";
import type { ModelFacts, Refusable, RequestSettings, Thinking } from "$contract";

/** What a model refuses of a request, with a sentence for each part that says so. */
export type Refused = Partial<Record<Refusable | keyof Thinking, string>>;

/** What is left out or changed when a request with these settings goes to a model. */
export function refusedBy(name: string, facts: ModelFacts, settings: RequestSettings): Refused {
  const refusals: Refused = {};
  const outright = say("{name} refuses this: it is left out.", { name });
  for (const part of facts.refuses) refusals[part] = outright;
  if (isThinking(facts, settings.thinking ?? {})) {
    for (const part of facts.refusesThinking)
      refusals[part] ??= say("{name} refuses this while it thinks: it is left out.", { name });
  }
  for (const part of facts.refusesBesideFunctions)
    refusals[part] ??= say("{name} refuses this beside functions: it is left out.", { name });
  return { ...refusals, ...thinkingRefused(name, facts, settings.thinking ?? {}) };
}

/** Whether a model thinks in a request that asks for it so. */
function isThinking({ thinking: { thinks } }: ModelFacts, { mode, effort, budget }: Thinking): boolean {
  if (thinks === "always" || thinks === "never") return thinks === "always";
  if (mode !== undefined) return mode !== "off";
  return thinks === "unlessSwitchedOff" || effort !== undefined || budget !== undefined;
}

function thinkingRefused(name: string, { thinking }: ModelFacts, asked: Thinking): Refused {
  if (thinking.thinks === "never") {
    const never = say("{name} does not think.", { name });
    return { mode: never, effort: never, budget: never, display: never };
  }
  const refused: Refused = {};
  const { modes, efforts } = thinking;
  const isOffRefused = asked.mode === "off" && thinking.thinks === "always";
  if (asked.mode !== undefined && (isOffRefused || (modes.length > 0 && !modes.includes(asked.mode))))
    refused.mode = say("{name} can’t be told so: it is left out or sent as the nearest.", { name });
  if (asked.effort !== undefined && efforts !== null && !efforts.includes(asked.effort))
    refused.effort = say("{name} does not know this effort: the nearest is sent.", { name });
  if (thinking.budget === "refused") refused.budget = say("{name} refuses this: it is left out.", { name });
  return refused;
}

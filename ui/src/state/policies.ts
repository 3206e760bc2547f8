import type { ErrorTemplates, Policies, Profile, TurnPlan } from "$contract";

type Named = Exclude<keyof Policies, "templates">;
type PolicyOption = { value: string; title: string; note: string };
type PolicyChoice = { name: Named; label: string; options: readonly PolicyOption[] };

const IN_WORDS = option("words", "The model answers in words", "No functions are offered.");

export const POLICY_CHOICES: readonly PolicyChoice[] = [
  choice("invocation", "Calls of one answer run", [
    option("inOrder", "One after the other", "In the order in which the model made them."),
    option("together", "All at the same time", "Their results keep the order of the calls."),
    option("byHand", "Not by themselves", "The turn stops at each, and you answer."),
  ]),
  choice("onUnknown", "A function that was not offered", [
    option("tellModel", "Tell the model", "With the names that are nearest."),
    option("handBack", "Leave it to you", "The turn stops at the call."),
  ]),
  choice("onBroken", "A function that is at fault itself", [
    option("endTurn", "End the turn", "The fault is shown to you."),
    option("tellModel", "Tell the model", "It hears that the call failed."),
  ]),
  choice("errors", "The model hears of an error", [
    option("full", "All that is known", "So that it can mend its call."),
    option("brief", "Only that it failed", "The log keeps the whole."),
  ]),
  choice("afterRequired", "After a request that had to call", [
    option("auto", "The model may call on", "The demand holds for the first request."),
    option("words", "It has to answer in words", "No functions are offered."),
  ]),
  choice("atRoundLimit", "In the last round", [
    IN_WORDS,
    option("handBack", "Calls are left to you", "Requests go on, nothing runs by itself."),
  ]),
  choice("atFailureLimit", "After too many failures", [
    IN_WORDS,
    option("fail", "The turn fails", "And says what the functions said."),
  ]),
];

function choice(name: Named, label: string, options: readonly PolicyOption[]): PolicyChoice {
  return { name, label, options };
}

function option(value: string, title: string, note: string): PolicyOption {
  return { value, title, note };
}

export const TEMPLATES: readonly { name: keyof ErrorTemplates; label: string; note: string }[] = [
  {
    name: "unknownFunction",
    label: "Of a function that was not offered",
    note: "{function}, {reason} and {nearest} are filled in.",
  },
  {
    name: "invalidArguments",
    label: "Of arguments that do not fit",
    note: "{function} and {reason} are filled in.",
  },
  { name: "failed", label: "Of a failure, where errors are brief", note: "{function} is filled in." },
  { name: "declined", label: "Of a call declined without a reason", note: "{function} is filled in." },
];

/** The profile a plan behaves by, if it is one and nothing else. */
export function profileOf({ policies, limits }: TurnPlan, profiles: Profile[]): Profile | null {
  const now = sorted({ policies, limits });
  return profiles.find((one) => sorted({ policies: one.policies, limits: one.limits }) === now) ?? null;
}

/** The order of names says nothing. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

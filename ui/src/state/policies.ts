import type { ErrorTemplates, Policies, Profile, TurnPlan } from "$contract";

type Named = Exclude<keyof Policies, "templates">;
type PolicyChoice = {
  name: Named;
  label: string;
  options: readonly { value: string; title: string; note: string }[];
};

export const POLICY_CHOICES: readonly PolicyChoice[] = [
  {
    name: "invocation",
    label: "Calls of one answer run",
    options: [
      { value: "inOrder", title: "One after the other", note: "In the order in which the model made them." },
      {
        value: "together",
        title: "All at the same time",
        note: "Their results keep the order of the calls.",
      },
      { value: "byHand", title: "Not by themselves", note: "The turn stops at each, and you answer." },
    ],
  },
  {
    name: "onUnknown",
    label: "A function that was not offered",
    options: [
      { value: "tellModel", title: "Tell the model", note: "With the names that are nearest." },
      { value: "handBack", title: "Leave it to you", note: "The turn stops at the call." },
    ],
  },
  {
    name: "onBroken",
    label: "A function that is at fault itself",
    options: [
      { value: "endTurn", title: "End the turn", note: "The fault is shown to you." },
      { value: "tellModel", title: "Tell the model", note: "It hears that the call failed." },
    ],
  },
  {
    name: "errors",
    label: "The model hears of an error",
    options: [
      { value: "full", title: "All that is known", note: "So that it can mend its call." },
      { value: "brief", title: "Only that it failed", note: "The log keeps the whole." },
    ],
  },
  {
    name: "afterRequired",
    label: "After a request that had to call",
    options: [
      { value: "auto", title: "The model may call on", note: "The demand holds for the first request." },
      { value: "words", title: "It has to answer in words", note: "No functions are offered." },
    ],
  },
  {
    name: "atRoundLimit",
    label: "In the last round",
    options: [
      { value: "words", title: "The model answers in words", note: "No functions are offered." },
      { value: "handBack", title: "Calls are left to you", note: "Requests go on, nothing runs by itself." },
    ],
  },
  {
    name: "atFailureLimit",
    label: "After too many failures",
    options: [
      { value: "words", title: "The model answers in words", note: "No functions are offered." },
      { value: "fail", title: "The turn fails", note: "And says what the functions said." },
    ],
  },
];

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

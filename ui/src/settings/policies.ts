import { say } from "$language/say";
import type { ErrorTemplates, Policies, Profile, TurnPlan } from "$contract";

type Named = Exclude<keyof Policies, "templates">;
type PolicyOption = { value: string; title: string; note: string };
type PolicyChoice = { name: Named; label: string; options: readonly PolicyOption[] };

const IN_WORDS = option("words", say("The model answers in words"), say("No functions are offered."));

export const POLICY_CHOICES: readonly PolicyChoice[] = [
  choice("invocation", say("Calls of one answer run"), [
    option("inOrder", say("One after the other"), say("In the order in which the model made them.")),
    option("together", say("All at the same time"), say("Their results keep the order of the calls.")),
    option("byHand", say("Not by themselves"), say("The turn stops at each, and you answer.")),
  ]),
  choice("onUnknown", say("A function that was not offered"), [
    option("tellModel", say("Tell the model"), say("With the names that are nearest.")),
    option("handBack", say("Leave it to you"), say("The turn stops at the call.")),
  ]),
  choice("onBroken", say("A function that is at fault itself"), [
    option("endTurn", say("End the turn"), say("The fault is shown to you.")),
    option("tellModel", say("Tell the model"), say("It is told that the call failed.")),
  ]),
  choice("errors", say("Error details for the model"), [
    option("full", say("All that is known"), say("So that it can correct its call.")),
    option("brief", say("Only that it failed"), say("The log keeps the whole.")),
  ]),
  choice("afterRequired", say("After a request that had to call"), [
    option("auto", say("The model may call on"), say("The demand holds for the first request.")),
    option("words", say("It has to answer in words"), say("No functions are offered.")),
  ]),
  choice("atRoundLimit", say("In the last round"), [
    IN_WORDS,
    option("handBack", say("Calls are handed back to you"), say("Requests go on, nothing runs by itself.")),
  ]),
  choice("atFailureLimit", say("After too many failures"), [
    IN_WORDS,
    option("fail", say("The turn fails"), say("And says what the functions said.")),
  ]),
  choice("onTwin", say("Two calls under one id"), [
    option("runOnce", say("Equal ones run once"), say("A different one runs as well. Both are marked.")),
    option("runBoth", say("Both run"), say("They are marked.")),
    option("handBack", say("Leave it to you"), say("The turn stops at the second.")),
  ]),
  choice("onRepeat", say("The same call again, right after it returned"), [
    option(
      "answerFromFirst",
      say("Its first result answers it"),
      say(
        "It does not run, and the model is told so. The second time in a row, the next request is for words. Let it run where a function is called until something changes (polling).",
      ),
    ),
    option(
      "run",
      say("It runs again"),
      say("As polling needs it: a function is called until something changes."),
    ),
  ]),
  choice("onDoubt", say("A call that may be cut off or mixed up"), [
    option("tellModel", say("Tell the model"), say("It does not run.")),
    option("handBack", say("Leave it to you"), say("The turn stops at the call.")),
  ]),
  choice("atCallLimit", say("Where the limit of calls falls within an answer"), [
    option("cut", say("Its other calls do not run"), say("The model is told that the limit is reached.")),
    option("finish", say("All its calls run"), say("Even beyond the limit. None follow.")),
  ]),
  choice("besideAsked", say("Beside a call that waits for you, the others run"), [
    option(
      "inPlace",
      say("In their place"),
      say("Those before it have run when you are asked. Calls that run at the same time wait."),
    ),
    option("wait", say("After you have decided"), say("Nothing of the answer runs before.")),
    option("first", say("Before you are asked"), say("Also those that come after it.")),
  ]),
];

function choice(name: Named, label: string, options: readonly PolicyOption[]): PolicyChoice {
  return { name, label, options };
}

function option(value: string, title: string, note: string): PolicyOption {
  return { value, title, note };
}

export const TEMPLATES: readonly { name: keyof ErrorTemplates; label: string; note: string }[] = [
  template("unknownFunction", say("Of a function that was not offered"), "{function}, {reason}"),
  template("invalidArguments", say("Of arguments that do not fit"), "{function}, {reason}"),
  template("failed", say("Of a failure, where errors are brief"), "{function}"),
  template("declined", say("Of a call a person declined"), "{function}, {reason}"),
];

function template(name: keyof ErrorTemplates, label: string, names: string) {
  return { name, label, note: say("Filled in: {names}", { names }) };
}

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

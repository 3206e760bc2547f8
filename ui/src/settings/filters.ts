import { say } from "$language/say";
import type { FilterEffect, FilterKind, FilterPassage } from "$contract";
import { assertNever } from "$shared/assertNever";
import { outcomeSummary } from "$content/summary";

export type FilterType = FilterKind["type"];

/** What a filter is wrapped around. The outermost comes first in each. */
export const FILTER_TYPES: readonly {
  value: FilterType;
  title: string;
  note: string;
  make: () => FilterKind;
}[] = [
  {
    value: "replaceArgument",
    title: say("Replace an argument"),
    note: say("Before a call: puts another value in the place of an argument, if it is there."),
    make: () => ({ type: "replaceArgument", path: "", value: "" }),
  },
  {
    value: "blockFunction",
    title: say("Block a function"),
    note: say("Before a call: it does not run, and the model is told why."),
    make: () => ({ type: "blockFunction", reason: "" }),
  },
  {
    value: "substituteOnFailure",
    title: say("Answer for a failed call"),
    note: say("After a call that failed: this is its result instead."),
    make: () => ({ type: "substituteOnFailure", output: { type: "text", text: "" } }),
  },
  {
    value: "replaceInResult",
    title: say("Replace words in results"),
    note: say(
      "After a call: puts another text in the place of one, in words, JSON, JSON inside of words and errors.",
    ),
    make: () => ({ type: "replaceInResult", find: "", replacement: "" }),
  },
  {
    value: "terminateBefore",
    title: say("End the turn before a call"),
    note: say("The call does not run."),
    make: () => ({ type: "terminateBefore" }),
  },
  {
    value: "terminateAfter",
    title: say("End the turn after a call"),
    note: say("Its result is kept."),
    make: () => ({ type: "terminateAfter" }),
  },
  {
    value: "replaceInRequest",
    title: say("Replace words in requests"),
    note: say(
      "Before a request: in all that was said, arguments, results and thoughts included. For the model only, the history stays.",
    ),
    make: () => ({ type: "replaceInRequest", find: "", replacement: "" }),
  },
  {
    value: "answerRequest",
    title: say("Answer in the model’s place"),
    note: say("No request is sent."),
    make: () => ({ type: "answerRequest", text: "" }),
  },
  {
    value: "replaceInPrompt",
    title: say("Replace words in prompts"),
    note: say("Before another model is asked to complete a call."),
    make: () => ({ type: "replaceInPrompt", find: "", replacement: "" }),
  },
  {
    value: "answerPrompt",
    title: say("Answer a prompt"),
    note: say("The other model is not asked, and this is the result."),
    make: () => ({ type: "answerPrompt", output: { type: "text", text: "" } }),
  },
];

export function filterTitle(type: FilterType): string {
  return FILTER_TYPES.find(({ value }) => value === type)?.title ?? type;
}

/** Whether a filter is around requests, for which no function can be named. */
export function isAboutRequests({ type }: FilterKind): boolean {
  return type === "replaceInRequest" || type === "answerRequest";
}

/** The filters that something went through, the outermost first, and whether they did anything. */
export function passagesOf(passages: FilterPassage[]): { filter: string; isActive: boolean }[] {
  const names = [...new Set(passages.map(({ filter }) => filter))];
  return names.map((filter) => ({
    filter,
    isActive: passages.some((passage) => passage.filter === filter && passage.effect.type !== "passedOn"),
  }));
}

/** What a filter did, in words. */
export function effectText(effect: FilterEffect): string {
  switch (effect.type) {
    case "passedOn":
      return say("passed it on as it was");
    case "changedArguments":
      return say("changed the arguments to {arguments}", { arguments: JSON.stringify(effect.arguments) });
    case "answered":
      return `answered: ${outcomeSummary(effect.outcome)}`;
    case "replacedResult":
      return say("replaced the result, which was: {outcomeSummary}", {
        outcomeSummary: outcomeSummary(effect.before),
      });
    case "changedResponse":
      return say("changed what the model said");
    case "changedRequest":
      return say("changed what is sent");
    case "answeredRequest":
      return say("answered in the model’s place: {text}", { text: effect.text });
    case "changedPrompt":
      return say("changed the prompt to: {text}", { text: effect.text });
    case "terminated":
      return say("ended the turn");
    default:
      return assertNever(effect);
  }
}

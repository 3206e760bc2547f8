import { say } from "$language/say";
import type { Keeping, Ranking, SelectionMode } from "$contract";

type Option<T extends string> = { value: T; title: string; note: string };

export const MODES: readonly Option<SelectionMode["type"]>[] = [
  {
    value: "perRequest",
    title: say("The ranking, for each request"),
    note: say("Results can bring in what fits next, but each change of the set can empty the prompt cache."),
  },
  {
    value: "perOperation",
    title: say("The ranking, once a turn"),
    note: say(
      "All requests of a turn offer the same, which keeps the prompt cache but misses what results ask for.",
    ),
  },
  {
    value: "searched",
    title: say("The model searches"),
    note: say(
      "It gets one function that finds the others, and what it finds stays: few tokens, but a request more for each search.",
    ),
  },
  {
    value: "external",
    title: say("A search by hand"),
    note: say(
      "What was found stays until the next search: you decide, and nothing follows the conversation.",
    ),
  },
  {
    value: "manual",
    title: say("By name"),
    note: say(
      "The functions named here, and no others: nothing changes by itself, and nothing else is found.",
    ),
  },
  {
    value: "everything",
    title: say("Off: offer everything"),
    note: say("Nothing is missed, but it takes the most tokens, and models lose track of many functions."),
  },
];

export const KEEPING: readonly Option<Keeping>[] = [
  {
    value: "replacing",
    title: say("Is replaced"),
    note: say("By what fits the next request: fewest tokens, but the prompt cache is rebuilt."),
  },
  {
    value: "additive",
    title: say("Stays offered"),
    note: say("What fits next is added to it: calls can be repeated, and requests grow."),
  },
];

export const RESULTS: readonly Option<"leftOut" | "counted">[] = [
  {
    value: "leftOut",
    title: say("Not considered"),
    note: say("What was said decides: long results can’t lead it astray, and can’t ask for more."),
  },
  {
    value: "counted",
    title: say("Considered as messages"),
    note: say("What came back can ask for more, and a long result can distract."),
  },
];

type Weight = Exclude<keyof Ranking, "threshold">;

export const SIGNALS: readonly { name: Weight; label: string; note: string }[] = [
  {
    name: "words",
    label: say("Weight of words (BM25F)"),
    note: say("For each point of BM25F. Finds exact names and terms, and misses other wordings."),
  },
  {
    name: "meaning",
    label: say("Weight of meaning (cosine)"),
    note: say("For a cosine of 1. Finds other wordings, and is vague about exact names."),
  },
  {
    name: "recent",
    label: say("Weight of the last messages"),
    note: say(
      "Beside the last request, which counts 1. More follows the conversation, less the newest wish.",
    ),
  },
  {
    name: "clauses",
    label: say("Weight of clauses"),
    note: say(
      "For the clause a function fits best. More serves a request of several wishes, and offers more strays.",
    ),
  },
  {
    name: "lead",
    label: say("Bonus of a clear lead"),
    note: say("For the clear first of a clause. More keeps it on top, even where the ranking errs."),
  },
  {
    name: "likeness",
    label: say("Bonus of similarity"),
    note: say(
      "For what is like the three that fit best. More brings related functions, in the place of different ones.",
    ),
  },
];

import { say } from "$language/say";
import type { Keeping, Ranking, SelectionMode } from "$contract";

type Option<T extends string> = { value: T; title: string; note: string };

export const MODES: readonly Option<SelectionMode["type"]>[] = [
  {
    value: "perRequest",
    title: say("The ranking, for each request"),
    note: say("Results change what fits next."),
  },
  {
    value: "perOperation",
    title: say("The ranking, once a turn"),
    note: say("All requests of a turn offer the same."),
  },
  {
    value: "searched",
    title: say("The model searches"),
    note: say("It gets one function that finds the others. What it finds stays offered."),
  },
  {
    value: "external",
    title: say("A search by hand"),
    note: say("What was found stays until the next search."),
  },
  { value: "manual", title: say("By name"), note: say("The functions named here, and no others.") },
  {
    value: "everything",
    title: say("Off: offer everything"),
    note: say("Models lose track of many functions."),
  },
];

export const KEEPING: readonly Option<Keeping>[] = [
  { value: "replacing", title: say("Is replaced"), note: say("By what fits the next request.") },
  { value: "additive", title: say("Stays offered"), note: say("What fits next is added to it.") },
];

export const RESULTS: readonly Option<"leftOut" | "counted">[] = [
  { value: "leftOut", title: say("Not considered"), note: say("What was said decides.") },
  { value: "counted", title: say("Considered as messages"), note: say("What came back can ask for more.") },
];

type Weight = Exclude<keyof Ranking, "threshold">;

export const SIGNALS: readonly { name: Weight; label: string; note: string }[] = [
  { name: "words", label: say("Weight of words (BM25F)"), note: say("Per point of BM25F.") },
  { name: "meaning", label: say("Weight of meaning (cosine)"), note: say("Per cosine.") },
  {
    name: "recent",
    label: say("Weight of the last messages"),
    note: say("Beside the last request, which counts 1."),
  },
  { name: "clauses", label: say("Weight of clauses"), note: say("The one a function fits best.") },
  { name: "lead", label: say("Bonus of a clear lead"), note: say("For the clear first of a clause.") },
  { name: "likeness", label: say("Bonus of similarity"), note: say("To the three that fit best.") },
];

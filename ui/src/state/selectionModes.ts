import type { Keeping, Ranking, SelectionMode } from "$contract";

type Option<T extends string> = { value: T; title: string; note: string };

export const MODES: readonly Option<SelectionMode["type"]>[] = [
  { value: "perRequest", title: "The ranking, for each request", note: "Results change what fits next." },
  {
    value: "perOperation",
    title: "The ranking, once a turn",
    note: "All requests of a turn offer the same.",
  },
  { value: "external", title: "A search by hand", note: "What was found stays until the next search." },
  { value: "manual", title: "By name", note: "The functions named here, and no others." },
  { value: "everything", title: "Nobody: offer everything", note: "Models lose track of many functions." },
];

export const KEEPING: readonly Option<Keeping>[] = [
  { value: "replacing", title: "Is replaced", note: "By what fits the next request." },
  { value: "additive", title: "Stays offered", note: "What fits next is added to it." },
];

export const RESULTS: readonly Option<"leftOut" | "counted">[] = [
  { value: "leftOut", title: "Are left out", note: "What was said decides." },
  { value: "counted", title: "Are messages too", note: "What came back can ask for more." },
];

type Weight = Exclude<keyof Ranking, "threshold">;

export const SIGNALS: readonly { name: Weight; label: string; note: string }[] = [
  { name: "words", label: "Words", note: "Per point of BM25F." },
  { name: "meaning", label: "Meaning", note: "Per cosine." },
  { name: "recent", label: "Last messages", note: "Beside the last request, which counts 1." },
  { name: "clauses", label: "Clauses", note: "The one a function fits best." },
  { name: "lead", label: "Lead", note: "For the clear first of a clause." },
  { name: "likeness", label: "Likeness", note: "To the three that fit best." },
];

import { say } from "$language/say";
import type { CallStatus, FilterName, Overview } from "$contract";

/** What each filter keeps, and how it is written. */
export const FILTERS: Record<FilterName, { keeps: string; example: string }> = {
  function: { keeps: say("calls of a function"), example: "function:get_*" },
  plugin: { keeps: say("calls of a plugin’s functions"), example: "plugin:weather" },
  status: { keeps: say("calls by how they stand"), example: "status:failed,declined" },
  model: { keeps: say("what a model said and called"), example: "model:gpt*" },
  before: { keeps: say("what was said earlier"), example: "before:2026-11-21" },
  after: { keeps: say("what was said since"), example: "after:7d" },
  duration: { keeps: say("calls by how long they ran"), example: "duration:>500ms" },
};

/** How a call can stand, as it is written in a query. */
const STATUSES: Record<CallStatus, { word: string; means: string }> = {
  returned: { word: "returned", means: say("gave something back") },
  failed: { word: "failed", means: say("went wrong") },
  declined: { word: "declined", means: say("was not let through") },
  unanswered: { word: "unanswered", means: say("has no result") },
  malformed: { word: "malformed", means: say("arguments are not JSON") },
  invalid: { word: "invalid", means: say("arguments don’t fit") },
  unknown: { word: "unknown", means: say("no such function") },
  notRun: { word: "notrun", means: say("the turn ended first") },
  edited: { word: "edited", means: say("changed by you") },
};

/** Something that can be written where the text ends. */
export type Suggestion = { title: string; note: string; text: string };

const MOST = 7;

/** What the last part of a query may become: a filter, or one of its values. */
export function suggestions(text: string, overview: Overview): Suggestion[] {
  const part = /(?:^|[\s-])([A-Za-z]+)(:?)([^\s:"]*)$/.exec(text);
  if (part === null) return [];
  const [, name = "", colon = "", value = ""] = part;
  const before = text.slice(0, text.length - name.length - colon.length - value.length);
  const known = Object.keys(FILTERS).find((filter) => filter === name.toLowerCase());
  if (colon === "") return name.length < 2 ? [] : filtersFor(name.toLowerCase(), before);
  if (known === undefined) return [];
  const last = value.slice(value.lastIndexOf(",") + 1);
  const kept = value.slice(0, value.length - last.length);
  return valuesOf(known as FilterName, overview)
    .filter(({ word }) => word !== last && word.toLowerCase().startsWith(last.toLowerCase()))
    .slice(0, MOST)
    .map(({ word, note }) => ({
      title: word,
      note,
      text: `${before}${name}:${kept}${word} `,
    }));
}

function filtersFor(begun: string, before: string): Suggestion[] {
  const names = Object.keys(FILTERS) as FilterName[];
  return names
    .filter((name) => name.startsWith(begun))
    .map((name) => ({ title: `${name}:`, note: FILTERS[name].keeps, text: `${before}${name}:` }));
}

function valuesOf(filter: FilterName, overview: Overview): { word: string; note: string }[] {
  switch (filter) {
    case "function":
      return overview.functions.map(({ name }) => ({ word: name.function, note: name.plugin ?? "" }));
    case "plugin": {
      const plugins = overview.functions.flatMap(({ name }) => name.plugin ?? []);
      return [...new Set(plugins)].map((word) => ({ word, note: "" }));
    }
    case "model":
      return overview.models.map(({ model, title }) => ({ word: model, note: title }));
    case "status":
      return Object.values(STATUSES).map(({ word, means }) => ({ word, note: means }));
    case "before":
    case "after":
      return [
        { word: "today", note: say("since midnight") },
        { word: "yesterday", note: "" },
        { word: "7d", note: say("a week ago") },
        { word: "1mo", note: say("a month ago") },
      ];
    case "duration":
      return [">500ms", ">2s", "<100ms"].map((word) => ({ word, note: "" }));
  }
}

/** A status as a hit shows it. */
export function statusWord(status: CallStatus): string {
  return status === "notRun" ? say("not run") : STATUSES[status].word;
}

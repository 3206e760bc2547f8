import type { ModelId } from "$contract";
import type { SessionOrder } from "$frame/layout.svelte";
import { say } from "$language/say";
import { dayText } from "$shared/text/time";
import type { Listed } from "$sessions/listed";

export const GROUPINGS: readonly SessionOrder[] = ["day", "model", "title", "none"];

/** One line of the list: a heading, or a session or comparison. */
export type ListLine = { type: "heading"; title: string } | { type: "listed"; listed: Listed; group: string };

/** What the list is made by: the words it is filtered by, its order, the time, and the titles of models. */
export type Arrangement = {
  query: string;
  grouping: SessionOrder;
  now: number;
  modelTitle: (model: ModelId) => string;
};

/** Fewer than this are seen at a glance. */
export const MANY = 8;

/** The sessions whose titles or models have all words of the query, under headings where they are grouped. */
export function linesOf(listed: readonly Listed[], arrangement: Arrangement): ListLine[] {
  const { query, grouping, now, modelTitle } = arrangement;
  const words = query.toLowerCase().split(/\s+/);
  const found = listed.filter(({ title, models }) => {
    const text = [title, ...models.map(modelTitle)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  switch (grouping) {
    case "title":
      return under(
        "",
        found.toSorted((one, other) => one.title.localeCompare(other.title)),
      );
    case "none":
      return under("", found);
    case "day":
      return grouped(found, ({ changed }) => [dayText(changed, now)]);
    case "model":
      return byModel(found, modelTitle);
  }
}

/** A session that several models wrote in stands under each of them. Those that no model wrote in come last. */
function byModel(found: readonly Listed[], modelTitle: Arrangement["modelTitle"]): ListLine[] {
  const answered = found.filter(({ models }) => models.length > 0);
  const rest = found.filter(({ models }) => models.length === 0);
  return [
    ...grouped(answered, ({ models }) => [...new Set(models.map(modelTitle))]),
    ...(rest.length === 0 ? [] : under(say("No answer yet"), rest)),
  ];
}

/** The groups in the order in which their first sessions come. */
function grouped(found: readonly Listed[], titlesOf: (one: Listed) => string[]): ListLine[] {
  const groups = new Map<string, Listed[]>();
  for (const one of found) {
    for (const title of titlesOf(one)) {
      const group = groups.get(title);
      if (group === undefined) groups.set(title, [one]);
      else group.push(one);
    }
  }
  return [...groups].flatMap(([title, group]) => under(title, group));
}

function under(title: string, group: readonly Listed[]): ListLine[] {
  const lines = group.map((listed): ListLine => ({ type: "listed", listed, group: title }));
  return title === "" ? lines : [{ type: "heading", title }, ...lines];
}

export function groupingTitle(grouping: SessionOrder): string {
  switch (grouping) {
    case "day":
      return say("Group by day");
    case "model":
      return say("Group by model");
    case "title":
      return say("Sort by title");
    case "none":
      return say("Newest first, no groups");
  }
}

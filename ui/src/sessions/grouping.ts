import type { ModelId } from "$contract";
import type { SessionOrder } from "$frame/layout.svelte";
import { say } from "$language/say";
import { dayText } from "$shared/text/time";
import type { Listed } from "$sessions/listed";

export const GROUPINGS: readonly SessionOrder[] = ["day", "model", "tag", "title", "none"];

/** One line of the list: a heading, or a session or comparison. */
export type ListLine = { type: "heading"; title: string } | { type: "listed"; listed: Listed; group: string };

/** What the list is made by: the words and the tag it is filtered by, its order, the time, and the titles of models. */
export type Arrangement = {
  query: string;
  tag: string | null;
  grouping: SessionOrder;
  now: number;
  modelTitle: (model: ModelId) => string;
};

/** Fewer than this are seen at a glance. */
export const MANY = 8;

/** The sessions whose titles, models or tags have all words of the query, under headings where they are grouped. */
export function linesOf(listed: readonly Listed[], arrangement: Arrangement): ListLine[] {
  const { query, tag, grouping, now, modelTitle } = arrangement;
  const words = query.toLowerCase().split(/\s+/);
  const found = listed.filter(({ title, models, tags }) => {
    if (tag !== null && !tags.includes(tag)) return false;
    const marks = tags.map((one) => `#${one}`);
    const text = [title, ...models.map(modelTitle), ...marks].join("\n").toLowerCase();
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
      return sorted(found, ({ models }) => [...new Set(models.map(modelTitle))], say("No answer yet"));
    case "tag":
      return sorted(found, ({ tags }) => tags.map((one) => `#${one}`), say("No tags"));
  }
}

/** A session with several titles stands under each of them. Those without one come last. */
function sorted(
  found: readonly Listed[],
  titlesOf: (one: Listed) => string[],
  restTitle: string,
): ListLine[] {
  const rest = found.filter((one) => titlesOf(one).length === 0);
  return [...grouped(found, titlesOf), ...(rest.length === 0 ? [] : under(restTitle, rest))];
}

/** The tags of the sessions, those that most of them have first. */
export function tagsOf(listed: readonly Listed[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of listed.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag);
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
    case "tag":
      return say("Group by tag");
    case "title":
      return say("Sort by title");
    case "none":
      return say("Newest first, no groups");
  }
}

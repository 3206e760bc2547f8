import type { SessionOrder } from "$frame/layout.svelte";
import { say } from "$language/say";
import { dayText } from "$shared/text/time";
import type { Listed } from "$sessions/listed";

export const GROUPINGS: readonly SessionOrder[] = ["day", "title", "none"];

/** One line of the list: a heading, or a session or comparison. */
export type ListLine = { type: "heading"; title: string } | { type: "listed"; listed: Listed };

/** Fewer than this are seen at a glance. */
export const MANY = 8;

/** The sessions whose titles have all words of the query, under headings where they are grouped. */
export function linesOf(
  listed: readonly Listed[],
  query: string,
  grouping: SessionOrder,
  now: number,
): ListLine[] {
  const words = query.toLowerCase().split(/\s+/);
  const found = listed.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  if (grouping === "title")
    return found
      .toSorted((one, other) => one.title.localeCompare(other.title))
      .map((one) => ({ type: "listed", listed: one }));
  const lines: ListLine[] = [];
  let heading = "";
  for (const one of found) {
    const title = grouping === "day" ? dayText(one.changed, now) : heading;
    if (title !== heading) lines.push({ type: "heading", title });
    heading = title;
    lines.push({ type: "listed", listed: one });
  }
  return lines;
}

export function groupingTitle(grouping: SessionOrder): string {
  switch (grouping) {
    case "day":
      return say("Group by day");
    case "title":
      return say("Sort by title");
    case "none":
      return say("Newest first, no groups");
  }
}

import type { Copied } from "$alignment/openLanes";
import type { Row } from "$session/rows";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** The rows of a lane that show what was said in another one. */
export type CopiedRows = { keys: ReadonlySet<string>; last: string | null; from: string | null };

const NONE: CopiedRows = { keys: new Set(), last: null, from: null };

/** The rows of all messages up to the last one that was copied. */
export function copiedRows(rows: Row[], timeline: Timeline, there: Copied | null): CopiedRows {
  if (there === null) return NONE;
  const ids = new Set(pathTo(timeline, there.last).map(({ message }) => message.id));
  const start = rows.findLastIndex(({ leads }) => leads !== undefined && ids.has(leads.message.id));
  if (start < 0) return NONE;
  const next = rows.findIndex((row, at) => at > start && (row.leads !== undefined || isOfTurn(row)));
  const copied = rows.slice(0, next < 0 ? rows.length : next);
  return {
    keys: new Set(copied.map(({ key }) => key)),
    last: copied.at(-1)?.key ?? null,
    from: there.from,
  };
}

/** Whether a row tells of a turn. What was copied has none. */
function isOfTurn({ type }: Row): boolean {
  return type === "round" || type === "busy" || type === "pause" || type === "ending";
}

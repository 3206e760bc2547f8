import type { MessageId } from "$contract";
import { beginningSays, type Titling } from "$session/branchDifference";
import { marksOf } from "$timeline/marks";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { Following } from "$timeline/said.svelte";

/** One branch of a fork: a line of a small tree, in which the branches that fork off it stand below it. */
export type ForkBranch = {
  id: MessageId;
  depth: number;
  name: string | null;
  /** In what it differs from the one it forks from. */
  words: string;
  /** How many messages it has up to its end or the next fork. */
  length: number;
  isShown: boolean;
};

/** A tree with more than this is no small one. */
const MOST = 40;
const DEEPEST = 3;

/** The branches that begin behind a message, with those that fork off them, oldest first. */
export function forkBranches(
  timeline: Timeline,
  following: Following,
  parent: MessageId | null,
  titleOf?: Titling,
): ForkBranch[] {
  const shown = new Set(pathTo(timeline, timeline.head).map(({ message }) => message.id));
  const branches: ForkBranch[] = [];
  const waiting = beginnings(following, parent, 0);
  for (let next = waiting.pop(); next !== undefined && branches.length < MOST; next = waiting.pop()) {
    const { id, depth } = next;
    if (!timeline.messages.has(id)) continue;
    const { length, end } = runFrom(following, id);
    const { name } = marksOf(timeline, id);
    branches.push({
      id,
      depth,
      name,
      words: beginningSays(timeline, id, titleOf),
      length,
      isShown: shown.has(id),
    });
    if (depth < DEEPEST) waiting.push(...beginnings(following, end, depth + 1));
  }
  return branches;
}

/** The last one first, because the next is taken from the end. */
function beginnings(following: Following, parent: MessageId | null, depth: number) {
  return (following.get(parent) ?? []).toReversed().map((id) => ({ id, depth }));
}

/** Goes on as long as nothing forks. */
function runFrom(following: Following, id: MessageId): { length: number; end: MessageId } {
  let [length, end] = [1, id];
  for (;;) {
    const next = following.get(end) ?? [];
    const [only] = next;
    if (only === undefined || next.length > 1) return { length, end };
    [length, end] = [length + 1, only];
  }
}

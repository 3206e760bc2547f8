import type { MessageId, Role } from "$contract";
import { beginningSays, type Titling } from "$session/branchDifference";
import { marksOf, namesIn, ownBeginning } from "$timeline/marks";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";
import type { Following } from "$timeline/said.svelte";

/** A message that is drawn: where ways part or end, what is marked, and the head. */
export type MapNode = {
  id: MessageId;
  x: number;
  row: number;
  role: Role;
  isOnPath: boolean;
  isHead: boolean;
  isLeaf: boolean;
  isPinned: boolean;
  name: string | null;
};

/** The way between two messages that are drawn, with so many messages on it. */
export type MapWay = { from: { x: number; row: number } | null; to: MapNode; count: number };

/** The end of a branch, in words. */
export type MapBranch = { leaf: MapNode; title: string };

export type BranchMap = {
  nodes: MapNode[];
  ways: MapWay[];
  branches: MapBranch[];
  rows: number;
  width: number;
};

const SHORTEST = 14;
const PER_MESSAGE = 5;
/** From here on more messages make no longer way. */
const MOST = 12;

/** The names in a timeline. */
type Names = {
  timeline: Timeline;
  named: ReturnType<typeof namesIn>;
  modelTitleOf: Titling | undefined;
};

type Open = { id: MessageId; from: MapNode | null; isFirst: boolean };

/** The tree of a session, drawn from left to right, each branch in a row of its own. */
export function branchMapOf(timeline: Timeline, head: MessageId | null, modelTitleOf?: Titling): BranchMap {
  const { following } = timeline.messages;
  const named = namesIn(timeline);
  const onPath = new Set(pathTo(timeline, head).map(({ message }) => message.id));
  const map: BranchMap = { nodes: [], ways: [], branches: [], rows: 0, width: 0 };
  const roots = timeline.messages.all.filter(({ message }) => !timeline.messages.has(message.parent));
  const open: Open[] = roots.map(({ message }) => ({ id: message.id, from: null, isFirst: false })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, count } = endOfWay(timeline, next.id, head, following);
    const message = timeline.messages.of(id)?.message;
    if (message === undefined) continue;
    const after = following.get(id) ?? [];
    const isBeside = !next.isFirst || next.from === null;
    const row = isBeside ? map.rows : (next.from?.row ?? 0);
    if (isBeside) map.rows += 1;
    const marks = marksOf(timeline, id);
    const x = (next.from?.x ?? 0) + SHORTEST + PER_MESSAGE * Math.min(count, MOST);
    const node: MapNode = {
      id,
      x,
      row,
      role: message.role,
      isOnPath: onPath.has(id),
      isHead: id === head,
      isLeaf: after.length === 0,
      isPinned: marks.isPinned,
      name: marks.name,
    };
    map.nodes.push(node);
    map.ways.push({
      from: next.from === null ? null : { x: next.from.x, row: next.from.row },
      to: node,
      count,
    });
    map.width = Math.max(map.width, x);
    if (node.isLeaf) map.branches.push({ leaf: node, title: titleOf({ timeline, named, modelTitleOf }, id) });
    open.push(...after.map((child, at) => ({ id: child, from: node, isFirst: at === 0 })).reverse());
  }
  return map;
}

/** Messages with nothing to tell are passed over. */
function endOfWay(
  timeline: Timeline,
  from: MessageId,
  head: MessageId | null,
  following: Following,
): { id: MessageId; count: number } {
  let [id, count] = [from, 1];
  for (;;) {
    const after = following.get(id) ?? [];
    const marks = marksOf(timeline, id);
    const [only] = after;
    if (after.length !== 1 || only === undefined || marks.isPinned || marks.name !== null || id === head)
      return { id, count };
    id = only;
    count += 1;
  }
}

/** What a branch is called, or in what it differs from the one it forks from. */
function titleOf({ timeline, named, modelTitleOf }: Names, leaf: MessageId): string {
  const own = ownBeginning(timeline, leaf);
  const words = beginningSays(timeline, own, modelTitleOf);
  const name = named(leaf);
  if (name === null) return words;
  const title = marksOf(timeline, name).name ?? "";
  // Two branches that split below a name have it both, so what they say tells them apart.
  const isShared = named(timeline.messages.of(own)?.message.parent ?? null) === name;
  return isShared ? `${title} · ${words}` : title;
}

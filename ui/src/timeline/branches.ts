import type { MessageId } from "$contract";
import type { Timeline } from "$timeline/model";
import type { Following } from "$timeline/said.svelte";

/** Where a message stands among those that were said in its place. Places count from 1. */
export type Version = { place: number; of: number; previous: MessageId | null; next: MessageId | null };

/** The version a message is, or nothing where it is the only one. */
export function versionOf(following: Following, parent: MessageId | null, id: MessageId): Version | null {
  const versions = following.get(parent) ?? [];
  if (versions.length < 2) return null;
  const place = versions.indexOf(id);
  return {
    place: place + 1,
    of: versions.length,
    previous: versions[place - 1] ?? null,
    next: versions[place + 1] ?? null,
  };
}

/** The end of the branch below a message that was written last. The message itself, where nothing follows it. */
export function newestLeaf(timeline: Timeline, id: MessageId | null): MessageId | null {
  const order = new Map(timeline.messages.ids.map((message, place) => [message, place]));
  const { following } = timeline.messages;
  let newest = id;
  // A message is always newer than the one it follows, so the newest of all below is an end.
  for (const below = [id]; below.length > 0;) {
    const next = below.pop() ?? null;
    if (order.get(next ?? "") !== undefined && isNewer(order, next, newest)) newest = next;
    below.push(...(following.get(next) ?? []));
  }
  return newest;
}

function isNewer(order: Map<MessageId, number>, one: MessageId | null, other: MessageId | null): boolean {
  return (order.get(one ?? "") ?? -1) > (order.get(other ?? "") ?? -1);
}

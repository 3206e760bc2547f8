import { say } from "$language/say";
import type { MessageId, Note, SessionEvent } from "$contract";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** What a person put beside a message. The message and what a model is sent stay what they are. */
export type Marks = {
  /** What the branch from here on is called. */
  name: string | null;
  note: string | null;
  isPinned: boolean;
};

export type MarkEvent = Extract<
  SessionEvent<Note>,
  { type: "branchNamed" | "messageRemarked" | "messagePinned" | "messageUnpinned" }
>;

/** One way through what was said, from the root to an end of it. */
export type Branch = { leaf: MessageId; name: string | null; says: string; isShown: boolean };

export const NO_MARKS: Marks = { name: null, note: null, isPinned: false };

export function marksOf(timeline: Timeline, message: MessageId): Marks {
  return timeline.marks.get(message) ?? NO_MARKS;
}

export function applyMark(timeline: Timeline, event: MarkEvent): void {
  const marks = marksOf(timeline, event.message);
  timeline.marks = new Map(timeline.marks).set(event.message, { ...marks, ...changeOf(event) });
}

function changeOf(event: MarkEvent): Partial<Marks> {
  switch (event.type) {
    case "branchNamed":
      return { name: event.name };
    case "messageRemarked":
      return { note: event.text };
    case "messagePinned":
      return { isPinned: true };
    case "messageUnpinned":
      return { isPinned: false };
  }
}

/** What is pinned, in the order in which it was said. */
export function pinnedIn(timeline: Timeline): MessageId[] {
  const pinned = [...timeline.marks.keys()].filter((id) => marksOf(timeline, id).isPinned);
  if (pinned.length < 2) return pinned;
  const order = new Map(timeline.messages.ids.map((id, place) => [id, place]));
  return pinned.sort((one, other) => (order.get(one) ?? -1) - (order.get(other) ?? -1));
}

/** Every way through what was said, the newest first. One alone is nothing to choose from, unless it has a name. */
export function branchesOf(timeline: Timeline): Branch[] {
  const { following, ids } = timeline.messages;
  const shown = new Set(pathTo(timeline, timeline.head).map(({ message }) => message.id));
  const named = namesIn(timeline);
  const leaves = ids.filter((id) => !following.has(id));
  return leaves.reverse().map((leaf) => {
    const name = named(leaf);
    return {
      leaf,
      name: name === null ? null : marksOf(timeline, name).name,
      says: firstWords(timeline, ownBeginning(timeline, leaf)),
      isShown: shown.has(leaf),
    };
  });
}

/** The first message that the branch with this end does not share with others. */
export function ownBeginning({ messages }: Timeline, leaf: MessageId): MessageId {
  let own = leaf;
  for (let node = messages.of(leaf); node !== undefined; node = messages.of(node.message.parent)) {
    own = node.message.id;
    if ((messages.following.get(node.message.parent)?.length ?? 0) > 1) break;
  }
  return own;
}

/** Finds the message nearest to another one, on the way to the root, from which on the branch has a name. */
export function namesIn(timeline: Timeline): (message: MessageId | null) => MessageId | null {
  const { messages, marks } = timeline;
  const found = new Map<MessageId, MessageId | null>();
  return (message) => {
    const passed: MessageId[] = [];
    let name: MessageId | null = null;
    for (let node = messages.of(message); node !== undefined; node = messages.of(node.message.parent)) {
      const { id } = node.message;
      name = found.get(id) ?? (marks.get(id)?.name == null ? null : id);
      if (name !== null || found.has(id)) break;
      passed.push(id);
    }
    // Branches share most of their way, which is so walked once.
    for (const id of passed) found.set(id, name);
    return name;
  };
}

/** The branch that is shown: the one with its end, or else the newest that goes through it. */
export function shownName(timeline: Timeline): string | null {
  const named = pathTo(timeline, timeline.head).findLast(
    ({ message }) => marksOf(timeline, message.id).name !== null,
  );
  return named === undefined ? null : marksOf(timeline, named.message.id).name;
}

const LONGEST = 80;

/** What a message says, in one line. */
export function firstWords(timeline: Timeline, id: MessageId): string {
  const node = timeline.messages.of(id);
  if (node === undefined) return say("An earlier message");
  const { items } = node.message;
  for (const item of items) {
    if (item.type === "text" && item.text.trim() !== "")
      return item.text.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST);
  }
  const calls = items.filter(({ type }) => type === "functionCall").length;
  if (calls > 0) return calls === 1 ? say("A call") : say("{calls} calls", { calls });
  return items.some(({ type }) => type === "functionResult")
    ? say("Results")
    : say("A message without words");
}

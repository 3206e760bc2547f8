import type { MessageId } from "$contract";
import type { MessageNode, Timeline } from "$timeline/model";

/** What was said on the way to a message, oldest first. */
export function pathTo(timeline: Timeline, head: MessageId | null): MessageNode[] {
  const { messages } = timeline;
  const path: MessageNode[] = [];
  for (let id = head; id !== null;) {
    const node: MessageNode | undefined = messages.of(id);
    if (node === undefined) break;
    path.push(node);
    id = node.message.parent;
  }
  return path.reverse();
}

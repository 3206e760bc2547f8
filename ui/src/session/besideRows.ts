import type { MessageId } from "$contract";
import type { Row } from "$session/rows";
import { largeOfItem } from "$timeline/large";
import { marksOf } from "$timeline/marks";
import type { MessageNode, Timeline } from "$timeline/model";

/** What of a message is shown in part, but for calls and results, which tell it on their cards. */
export function largeRows({ message, large }: MessageNode): Row[] {
  const said = message.items.map((item, index) =>
    item.type === "functionCall" || item.type === "functionResult" ? null : largeOfItem(large, index),
  );
  return said.flatMap((value) =>
    value === null ? [] : [{ type: "large" as const, key: `${message.id}${value.place}`, large: value }],
  );
}

/** Where an answer ended early. */
export function cutRow({ cuts }: Timeline, message: MessageId): Row[] {
  const cut = cuts.get(message);
  return cut === undefined ? [] : [{ type: "cut", key: `${message}/cut`, cut, message }];
}

/** What a person noted on a message, or is about to. */
export function noteRow(timeline: Timeline, message: MessageId, writing: MessageId | null): Row[] {
  const text = marksOf(timeline, message).note;
  if (text === null && writing !== message) return [];
  return [{ type: "note", key: `${message}/note`, message, text }];
}

/** What can't be read of the log, behind the message it stands behind. */
export function gapRows({ gaps }: Timeline, after: MessageId | null): Row[] {
  const here = gaps.filter((gap) => gap.after === after);
  return here.map((gap) => ({ type: "gap", key: `gap/${gap.seq}`, gap }));
}

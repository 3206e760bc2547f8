import type { ConnectionLine } from "$contract";

/** The lines of one kind of client. */
export type LineGroup = { client: string; lines: string[] };

/** The lines by client, in the order in which clients are named first. */
export function linesByClient(lines: readonly ConnectionLine[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const { client, text } of lines) {
    const group = groups.find((one) => one.client === client);
    if (group === undefined) groups.push({ client, lines: [text] });
    else group.lines.push(text);
  }
  return groups;
}

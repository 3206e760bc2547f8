import type { Absent, Row } from "$session/rows";

/** Puts what a lane leaves out where it would be: behind the call before it, or where the answer begins. */
export function withAbsent(rows: Row[], absent: Absent[]): Row[] {
  if (absent.length === 0) return rows;
  const shown = [...rows];
  // From the last to the first, so that several in one place keep their order.
  for (const one of [...absent].reverse()) {
    const place = placeOf(shown, one);
    if (place !== null) shown.splice(place, 0, { type: "absent", key: `absent/${one.key}`, absent: one });
  }
  return shown;
}

function placeOf(rows: Row[], { after, question }: Absent): number | null {
  if (after !== null) {
    const call = rows.findIndex((row) => row.type === "call" && row.call === after);
    return call < 0 ? null : call + 1;
  }
  const asked = questionsOf(rows)[question - 1];
  if (asked === undefined) return null;
  const next = questionsOf(rows)[question] ?? rows.length;
  const round = rows.findIndex((row, place) => place > asked && place < next && row.type === "round");
  return round < 0 ? asked + 1 : round + 1;
}

/** Where each question stands. */
export function questionsOf(rows: Row[]): number[] {
  return rows.flatMap((row, place) => (row.type === "person" ? [place] : []));
}

/** Where something stands that a lane is to show: one of its calls, or what it leaves out. */
export function rowOfCall(rows: Row[], call: string): number {
  return rows.findIndex(
    (row) => (row.type === "call" && row.call === call) || (row.type === "absent" && row.absent.key === call),
  );
}

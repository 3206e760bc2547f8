import { expect, it } from "vitest";
import { rowsOf } from "$session/rows";
import { weatherDemo } from "$gallery/fixtures/demo";
import { applyEntry } from "$timeline/timeline";
import { emptyTimeline } from "$timeline/model";
import { copiedRows } from "$transcript/state/copiedRows";

function played() {
  const timeline = emptyTimeline();
  weatherDemo().entries.forEach((entry) => applyEntry(timeline, entry));
  return { timeline, rows: rowsOf(timeline) };
}

it("takes every row up to the last message that was copied, and none of a turn behind it", () => {
  const { timeline, rows } = played();
  const [first] = timeline.messages.ids;
  if (first === undefined) throw new Error("nothing was said");
  const { keys, last, from } = copiedRows(rows, timeline, { last: first, from: "A" });
  expect([...keys]).toEqual([first]);
  expect([last, from]).toEqual([first, "A"]);
});

it("takes nothing where nothing was copied or the message is not there", () => {
  const { timeline, rows } = played();
  expect(copiedRows(rows, timeline, null).keys.size).toBe(0);
  expect(copiedRows(rows, timeline, { last: "elsewhere", from: "A" }).last).toBeNull();
});

import { expect, it } from "vitest";
import { FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { returned } from "$gallery/fixtures/recorder";
import { answered } from "$gallery/fixtures/records";
import { StopEdit } from "$stops/state/stopEdit.svelte";
import { emptyTimeline, latestTurn } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

it("begins the stop before an expected call with the result that is to be edited", () => {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, 34)) applyEntry(timeline, entry);
  const edit = new StopEdit(() => FUNCTIONS);
  edit.expect({ call: "call_8Qb1", outcome: returned({ sky: "clear" }) });
  edit.prepare(timeline);
  const own = edit.at(latestTurn(timeline))?.own;
  expect([own?.mode, own?.result.text]).toEqual(["result", '{\n  "sky": "clear"\n}']);
});

it("takes the next answer of a stop once the log has told of one after which the turn stays", async () => {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, 34)) applyEntry(timeline, entry);
  const edit = new StopEdit(() => FUNCTIONS);
  edit.prepare(timeline);
  const { id, pause } = latestTurn(timeline) ?? {};
  if (id === undefined || pause === undefined || pause === null) throw new Error("the demo stands at a stop");
  const answer = (): Promise<boolean> => edit.answer(id, pause, () => Promise.resolve(true));
  expect([await answer(), await answer()]).toEqual([true, false]);
  const event = answered(
    { pause: pause.number, decision: { type: "stay" }, others: [], pace: "run" },
    { stays: true },
  );
  const seq = timeline.seq + 1;
  applyEntry(timeline, { seq, at: 0, event: { type: "noted", note: { type: "turn", turn: id, event } } });
  edit.prepare(timeline);
  expect([await answer(), await answer()]).toEqual([true, false]);
});

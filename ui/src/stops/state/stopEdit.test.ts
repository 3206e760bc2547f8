import { expect, it } from "vitest";
import { FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { returned } from "$gallery/fixtures/recorder";
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

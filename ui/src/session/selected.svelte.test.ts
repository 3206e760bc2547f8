import { expect, test } from "vitest";
import { callKey } from "$timeline/model";
import { SelectedState } from "$session/selected.svelte";

const CALL = callKey("1/1", "call_1");

test("a stop brings its call, and leaves the tab a person looks at", () => {
  const selected = new SelectedState();
  selected.selectRound({ turn: "1", number: 2 }, "wire");
  selected.follow(CALL);
  expect([selected.tab, selected.target, selected.round]).toEqual([
    "wire",
    { type: "call", call: CALL },
    null,
  ]);
});

test("a call that a person selects is shown", () => {
  const selected = new SelectedState();
  selected.show("wire");
  selected.selectCall(CALL, null);
  expect(selected.tab).toBe("item");
});

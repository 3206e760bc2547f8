import { expect, it } from "vitest";
import { type RequestDraft, RequestEdit } from "$stops/state/requestEdit.svelte";

const DRAFT: RequestDraft = {
  model: "scripted",
  instructions: "Be brief.",
  messages: [],
  functions: [],
  choice: { type: "auto" },
  calls: {},
  settings: {},
};

it("instructions that are changed at a stop are told alone, and can be taken back", () => {
  const request = new RequestEdit(DRAFT);
  request.set("instructions", "Be kind.");
  request.reachTo("restOfTurn");
  expect([request.edit(), request.reach]).toEqual([{ instructions: "Be kind." }, "restOfTurn"]);
  request.set("instructions", "");
  expect(request.edit()).toEqual({ instructions: "" });
  request.takeBack("instructions");
  expect(request.isChanged).toBe(false);
});

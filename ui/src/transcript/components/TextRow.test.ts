import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { Message, Origin } from "$contract";
import TextRow from "$transcript/components/TextRow.svelte";
import type { MessageNode } from "$timeline/model";
import { textStamp } from "$transcript/views/speakers";

function show(origin: Origin): void {
  const message: Message = {
    id: "m1",
    parent: null,
    role: "assistant",
    items: [],
    author: { type: "model", model: "scripted" },
    origin,
  };
  const node = { message, turn: "t1", at: 0, scope: null, large: null } as unknown as MessageNode;
  render(TextRow, { text: "Yes.", speaker: "Scripted", stamp: textStamp(node) });
}

it("marks an answer that a person wrote in the place of the model", () => {
  show("simulated");
  expect(screen.getByText("by you")).not.toBeNull();
});

it("marks no answer of the model", () => {
  show("model");
  expect(screen.queryByText("by you")).toBeNull();
});

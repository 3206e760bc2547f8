import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it, vi } from "vitest";
import RequestStop from "$stops/components/RequestStop.svelte";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import { refusedDemo } from "$gallery/fixtures/bound";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { waitingAt } from "$stops/state/waiting";
import { emptyTimeline, latestTurn } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

function show(program?: string) {
  const timeline = emptyTimeline();
  for (const entry of refusedDemo(0).entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  if (turn?.pause == null) throw new Error("the demo stands at a stop");
  if (program !== undefined) turn.plan = { ...turn.plan, program };
  const edit = new PauseEdit(turn.pause, waitingAt(timeline, turn, FUNCTIONS));
  const acts = { onResume: vi.fn(), onKeep: vi.fn(), onAnswerOnly: vi.fn() };
  const known = { functions: FUNCTIONS, lookalikes: [], models: [], participants: [] };
  render(RequestStop, { edit, known, breakpoints: [], acts, failed: null, onInspect: vi.fn() });
  return { edit, ...acts };
}

const button = (name: string): HTMLElement => screen.getByRole("button", { name });

it("a failed request is answered by hand, with a text and a call", async () => {
  const { edit, onResume } = show();
  await fireEvent.click(button("Write the answer"));
  expect(button("Give this answer").getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Write a text or add a call first")).not.toBeNull();
  const text = screen.getByRole("textbox", { name: "Text" });
  await vi.waitFor(() => expect(document.activeElement).toBe(text));
  await fireEvent.input(text, { target: { value: "Let me see." } });

  await fireEvent.click(button("Add a call"));
  expect(button("Give this answer").getAttribute("aria-disabled")).toBe("true");
  const name = screen.getByRole("textbox", { name: /^Function/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(name));
  await fireEvent.input(name, { target: { value: "weather.get_forecast" } });
  await fireEvent.input(screen.getByRole("textbox", { name: "city" }), { target: { value: "Oslo" } });
  await fireEvent.click(button("Give this answer"));
  expect(onResume).toHaveBeenCalledOnce();
  expect(edit.answer()?.decision).toMatchObject({
    type: "writeAnswer",
    text: "Let me see.",
    calls: [{ function: { plugin: "weather", function: "get_forecast" } }],
  });

  await fireEvent.click(button("Remove Call 1 of 1"));
  expect(edit.written?.calls).toEqual([]);
});

it("Escape leaves the answer, and the button that opens it has the focus again", async () => {
  const { edit } = show();
  await fireEvent.click(button("Write the answer"));
  await fireEvent.keyDown(screen.getByRole("textbox", { name: "Text" }), { key: "Escape" });
  await tick();
  expect(edit.written?.isOpen).toBe(false);
  await vi.waitFor(() => expect(document.activeElement).toBe(button("Write the answer")));
});

it("has no instructions beside the messages where a program sends its own among them", () => {
  show("Support agent");
  expect(screen.queryByRole("button", { name: /^Instructions/ })).toBeNull();
  document.body.replaceChildren();
  show();
  expect(screen.getByRole("button", { name: /^Instructions/ })).not.toBeNull();
});

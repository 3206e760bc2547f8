import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import PauseEditor from "$stops/components/PauseEditor.svelte";
import { latestTurn } from "$timeline/model";
import { emptyTimeline } from "$timeline/model";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { applyEntry } from "$timeline/timeline";
import { waitingAt } from "$stops/state/waiting";
import type { LogEntry, Note } from "$contract";
import { FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";

function show(entries: LogEntry<Note>[]) {
  const timeline = emptyTimeline();
  for (const entry of entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  if (turn === null || turn.pause === null) throw new Error("the turn does not stand still");
  const edit = new PauseEdit(turn.pause, waitingAt(timeline, turn, FUNCTIONS));
  const call = timeline.calls.all.find(({ id }) => id === edit.own?.id);
  if (call === undefined) throw new Error("no such call");
  const acts = { onResume: vi.fn(), onKeep: vi.fn(), onAnswerOnly: vi.fn() };
  const known = { functions: FUNCTIONS, lookalikes: [], models: [], participants: [] };
  render(PauseEditor, { edit, call, known, breakpoints: turn.plan.breakpoints, acts });
  return { edit, ...acts };
}

const weather = (seq: number): LogEntry<Note>[] => weatherDemo().entries.slice(0, seq);

describe("a stop at a call", () => {
  it("takes other arguments from the form", async () => {
    const { edit, onResume } = show(weather(34));
    await fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(onResume).toHaveBeenCalledOnce();
    await fireEvent.input(screen.getByRole("textbox", { name: "city" }), { target: { value: "Quito" } });
    const answer = edit.answer();
    expect(answer?.decision).toEqual({ type: "editArguments", raw: '{\n  "city": "Quito",\n  "days": 1\n}' });
    const button = screen.getByRole("button", { name: "Run with these arguments" });
    expect(button.getAttribute("aria-disabled")).toBeNull();
  });

  it("says where edited arguments are wrong and does not run them", async () => {
    const { edit, onResume } = show(weather(34));
    edit.own?.arguments.write('{"city"\n1}');
    expect(await screen.findByText("Line 2, column 1.")).not.toBeNull();
    const button = screen.getByRole("button", { name: "Run with these arguments" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.title).toContain(edit.own?.obstacle);
    await fireEvent.click(button);
    expect(onResume).not.toHaveBeenCalled();
    expect(edit.answer()).toBeNull();
  });

  it("sends the call to another function", async () => {
    const { edit } = show(weather(34));
    await fireEvent.click(screen.getByRole("button", { name: /^Function: / }));
    await fireEvent.click(screen.getByRole("option", { name: /get_alerts/, hidden: true }));
    const name = { plugin: "weather", function: "get_alerts" };
    expect(edit.answer()?.decision).toEqual({ type: "sendTo", function: name });
    expect(screen.getByRole("button", { name: "Call weather · get_alerts instead" })).not.toBeNull();
  });

  it("offers the result for editing after the call", async () => {
    const { edit, onResume } = show(weather(38));
    expect(JSON.parse(edit.own?.result.text ?? "")).toMatchObject({ sky: "cloudy" });
    await fireEvent.click(screen.getByRole("button", { name: "Keep original" }));
    expect(onResume).toHaveBeenCalledOnce();
    edit.own?.result.write('{"sky": "clear"}');
    expect(await screen.findByRole("button", { name: "Use this result" })).not.toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Run again" }));
    expect(edit.answer()?.decision).toEqual({ type: "runAgain" });
  });
});

describe("the decisions of a stop", () => {
  it.each([
    ["before a call", 34],
    ["after a call", 38],
  ])("%s are held by the whole card, so that they are in sight wherever one is in it", (_, seq) => {
    show(weather(seq));
    const stop = screen.getByRole("region", { name: "Paused here" });
    const foot = screen.getByRole("button", { name: /^(Continue|Keep original)/ }).closest("[data-foot]");
    // The stop itself draws no box, and what is written stands in one beside the buttons.
    const written = foot?.previousElementSibling;
    expect([...stop.children]).toEqual([written, foot]);
    expect(written?.textContent).toContain(seq === 34 ? "Paused before this call" : "Paused after this call");
  });
});

describe("a stop with several calls", () => {
  const entries = endings()["several"]?.entries ?? [];

  it("lets them be answered in any order, and all alike", async () => {
    const { edit, onAnswerOnly } = show(entries);
    expect(edit.calls.map(({ id }) => id)).toEqual(["call_1", "call_2", "call_3"]);
    await fireEvent.click(screen.getByRole("button", { name: /^3 get_forecast/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    await fireEvent.input(screen.getByRole("textbox", { name: /^Reason/ }), { target: { value: "too far" } });
    const decline = { type: "decline", reason: "too far" };
    expect(edit.answer()).toEqual({
      decision: { type: "continue" },
      others: [{ call: "call_3", decision: decline }],
    });
    await fireEvent.click(screen.getByRole("button", { name: "Answer only this one" }));
    expect(onAnswerOnly).toHaveBeenCalledOnce();
    await fireEvent.click(screen.getByRole("button", { name: "Apply to all" }));
    expect(edit.answer()?.decision).toEqual(decline);
    expect(edit.answer()?.others).toHaveLength(2);
  });

  it("offers the recorded result where there is one", async () => {
    const { edit } = show(entries);
    await fireEvent.click(screen.getByRole("button", { name: "Recorded result" }));
    expect(edit.answer()?.decision).toEqual({ type: "useRecorded" });
  });
});

import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import CallCard from "$components/transcript/CallCard.svelte";
import { callKey, emptyTimeline, type Timeline } from "$state/model";
import { PauseEdit } from "$state/pauseEdit.svelte";
import { applyEntry } from "$state/timeline";
import { weatherDemo } from "../../gallery/demo";

const SCHEMA = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

function timelineAt(seq: number): Timeline {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, seq)) applyEntry(timeline, entry);
  return timeline;
}

function show(seq: number, id: string, isPaused: boolean) {
  const timeline = timelineAt(seq);
  const call = timeline.calls[callKey("t1#1", id)];
  const pause = timeline.turns["t1"]?.pause;
  if (call === undefined) throw new Error("no such call");
  const edit = isPaused && pause ? new PauseEdit(pause, call, SCHEMA) : null;
  const acts = { onToggle: vi.fn(), onResume: vi.fn(), onDecide: vi.fn() };
  const props = { call, draft: "", edit, isOpen: false, isSelected: false, ...acts };
  const { container } = render(CallCard, props);
  return { container, edit, ...acts };
}

describe("a call card", () => {
  it("is one line while it is closed", () => {
    const { container } = show(1000, "call_2fYz", false);
    const text = container.querySelector("button")?.textContent.replace(/\s+/g, " ");
    expect(text).toContain('weather · get_forecast(city: "Bergen", days: 1)');
    expect(text).toContain("4 °C, light rain, rain: 0.8, 11 km/h");
    expect(text).toContain("edited");
    expect(container.querySelector("[data-call]")?.getAttribute("data-state")).toBe("returned");
  });

  it("opens its editor at a stop before the call", async () => {
    const { container, edit, onResume } = show(34, "call_8Qb1", true);
    expect(container.querySelector('[data-pause="beforeCall"]')).not.toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(onResume).toHaveBeenCalledOnce();

    await fireEvent.input(screen.getByRole("textbox", { name: "city" }), { target: { value: "Quito" } });
    expect(JSON.parse(edit?.arguments.text ?? "")).toMatchObject({ city: "Quito" });
    expect(screen.getByRole("button", { name: "Run with these arguments" })).toHaveProperty(
      "disabled",
      false,
    );
  });

  it("says where edited arguments are wrong and does not run them", async () => {
    const { edit } = show(34, "call_8Qb1", true);
    edit?.arguments.write('{"city"\n1}');
    expect(await screen.findByText("Line 2, column 1.")).not.toBeNull();
    expect(screen.getByRole("button", { name: "Run with these arguments" })).toHaveProperty("disabled", true);
  });

  it("offers the result for editing at a stop after the call", async () => {
    const { onDecide, edit } = show(38, "call_8Qb1", true);
    expect(JSON.parse(edit?.result.text ?? "")).toMatchObject({ sky: "cloudy" });
    expect(screen.getByRole("button", { name: "Use this result" })).toHaveProperty("disabled", true);
    await fireEvent.click(screen.getByRole("button", { name: "Keep original" }));
    expect(onDecide).toHaveBeenCalledWith({ type: "continue" });
  });
});

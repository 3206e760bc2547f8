import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { describe, expect, it, vi } from "vitest";
import CallCard from "$transcript/components/CallCard.svelte";
import { callKey, emptyTimeline, type Timeline } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";
import { weatherDemo } from "$gallery/fixtures/demo";

function timelineAt(seq: number): Timeline {
  const timeline = emptyTimeline();
  for (const entry of weatherDemo().entries.slice(0, seq)) applyEntry(timeline, entry);
  return timeline;
}

const stop = createRawSnippet(() => ({ render: () => "<p>a stop</p>" }));

function show(id: string, isOpen: boolean) {
  const call = timelineAt(1000).calls.of(callKey("t1#1", id));
  if (call === undefined) throw new Error("no such call");
  const dot = { state: "on" as const, name: "weather · get_forecast", onToggle: vi.fn() };
  const onToggle = vi.fn();
  const props = { call, draft: "", edit: null, isOpen, isSelected: false, dot, warnings: [], onToggle, stop };
  const { container } = render(CallCard, props);
  return { container, dot, onToggle };
}

describe("a call card", () => {
  it("is one line while it is closed", () => {
    const { container } = show("call_2fYz", false);
    const text = container.querySelector(".line")?.textContent.replace(/\s+/g, " ");
    expect(text).toContain('weather · get_forecast(city: "Bergen", days: 1)');
    expect(text).toContain("4 °C, light rain, rain: 0.8, 11 km/h");
    expect(text).toContain("edited");
    expect(container.querySelector("[data-call]")?.getAttribute("data-state")).toBe("returned");
  });

  it("shows what a person changed, line by line", async () => {
    show("call_8Qb1", true);
    await fireEvent.click(screen.getByRole("button", { name: "What you changed" }));
    expect(screen.getByText('"sky": "cloudy",')).not.toBeNull();
    expect(screen.getByText('"sky": "thunderstorm",')).not.toBeNull();
  });

  it("has a dot in its margin that sets and takes away the breakpoint", async () => {
    const { dot } = show("call_8Qb1", false);
    const button = screen.getByRole("button", { name: "Breakpoint on weather · get_forecast" });
    expect(button.getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(button);
    expect(dot.onToggle).toHaveBeenCalledOnce();
  });
});

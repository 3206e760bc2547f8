import { render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { createRawSnippet } from "svelte";
import PauseEditor from "$stops/components/PauseEditor.svelte";
import SeenText from "$shared/text/SeenText.svelte";
import CallCard from "$transcript/components/CallCard.svelte";
import { lookalikeLines } from "$functions/state/lookalikes";
import { calledName } from "$content/naming";
import { emptyTimeline, latestTurn } from "$timeline/model";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { applyEntry } from "$timeline/timeline";
import { waitingAt } from "$stops/state/waiting";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { disguisedDemo, disguisedOverview } from "$gallery/fixtures/disguised";

const NOTE =
  "Holds characters that can’t be seen: 1 × zero-width space, 1 × right-to-left override, 1 × pop directional formatting, 201 blanks in a row, 1 × escape";

function stage() {
  const timeline = emptyTimeline();
  for (const entry of disguisedDemo().entries) applyEntry(timeline, entry);
  const turn = latestTurn(timeline);
  const [call] = timeline.calls.all;
  if (turn?.pause == null || call === undefined) throw new Error("the turn does not stand at a call");
  const overview = disguisedOverview(demoOverview());
  const edit = new PauseEdit(turn.pause, waitingAt(timeline, turn, overview.functions));
  const { functions, lookalikes } = overview;
  return { call, edit, turn, known: { functions, lookalikes, models: [], participants: [] } };
}

function marksIn(container: Element | null): (string | undefined)[] {
  return [...(container?.querySelectorAll<HTMLElement>(".unseen") ?? [])].map(
    ({ dataset }) => dataset["mark"],
  );
}

const MARKS = ["⟨U+200B⟩", "⟨U+202E⟩", "⟨U+202C⟩", "⟨201 blanks in a row⟩"];

it("a stop shows in form and text what an argument hides, and runs with every character of it", async () => {
  const { call, edit, turn, known } = stage();
  const acts = { onResume: vi.fn(), onKeep: vi.fn(), onAnswerOnly: vi.fn() };
  const { container } = render(PauseEditor, { edit, call, known, breakpoints: turn.plan.breakpoints, acts });
  await vi.waitFor(() => {
    expect(marksIn(container.querySelector(".cm-content"))).toEqual(MARKS);
  });
  expect(marksIn(container.querySelector('[data-field="/text"]'))).toEqual([...MARKS, "⟨U+001B⟩"]);
  expect(marksIn(container.querySelector('[data-field="/title"]'))).toEqual([]);
  expect(screen.getAllByText(NOTE)).toHaveLength(2);
  expect(marksIn(screen.getByRole("list", { name: "What the function gets" }))).toEqual([
    "⟨U+202E⟩",
    "⟨U+202C⟩",
  ]);
  expect(edit.own?.isChanged).toBe(false);
  expect(edit.own?.arguments.value).toEqual(JSON.parse(call.call?.arguments.raw ?? ""));
});

it("a stop says that the name of a function looks like another, and by which letters", () => {
  const { call, edit, turn, known } = stage();
  const acts = { onResume: vi.fn(), onKeep: vi.fn(), onAnswerOnly: vi.fn() };
  render(PauseEditor, { edit, call, known, breakpoints: turn.plan.breakpoints, acts });
  const like = "Its name looks like that of notes · save_note, which is another function.";
  expect(screen.getByText(like)).not.toBeNull();
  expect(screen.getByText("Its name mixes letters of several scripts: \u0430 U+0430")).not.toBeNull();
});

it("a card tells both before it is opened", () => {
  const { call, known } = stage();
  const dot = { state: "off" as const, name: "", onToggle: vi.fn() };
  const warnings = lookalikeLines(known.lookalikes, calledName(call.function));
  const stop = createRawSnippet(() => ({ render: () => "<p></p>" }));
  const props = { call, draft: "", edit: null, isOpen: false, isSelected: false, dot, warnings, stop };
  const { container } = render(CallCard, { ...props, onToggle: vi.fn() });
  expect(marksIn(container.querySelector(".line"))).toEqual([...MARKS.slice(0, 3), "⟨19 blanks in a row⟩"]);
  expect(screen.getByText(NOTE)).not.toBeNull();
  expect(screen.getByText(warnings[0] ?? "")).not.toBeNull();
});

it("the text of a page is the text that came", () => {
  const text = `a\u202e\u0000b\n${" ".repeat(100)}\u{e0041}c`;
  const { container } = render(SeenText, { text });
  expect(container.textContent).toBe(text);
  expect(marksIn(container)).toEqual(["⟨U+202E⟩", "⟨U+0000⟩", "⟨100 blanks in a row⟩", "⟨U+E0041⟩"]);
});

import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { Instructions } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import InstructionsBar from "$settings/InstructionsBar.svelte";
import { runBy, SUPPORT_AGENT } from "$gallery/fixtures/attached";
import { exchangeDemo, PLAN, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { Recorder } from "$gallery/fixtures/recorder";
import { unseenWindow, within } from "$gallery/within";
import { withInstructions } from "$plan/instructions";

const BRIEF: Instructions = { text: "Be brief in {{city}}.", values: { city: "Oslo" } };

async function show(given: Instructions | undefined, other?: Instructions, imported?: string) {
  vi.useFakeTimers();
  const recording = imported === undefined ? weatherDemo() : begun(imported);
  const shown = recording.entries.length;
  const host = new ScriptedHost({
    overview: demoOverview(),
    exchange: exchangeDemo(),
    pace: 0,
    recording,
    shown,
  });
  const state = unseenWindow(host);
  await state.app.load();
  await vi.runAllTimersAsync();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  await session.change((plan) => withInstructions(plan, given));
  const props = { session, other: other === undefined ? null : { name: "A", instructions: other } };
  render(within(state, InstructionsBar), { props, context: new Map() });
  vi.useRealTimers();
  return { session, host, layout: state.layout };
}

it("is a word where there are none, and a line where there are some", async () => {
  const { layout } = await show(undefined);
  await fireEvent.click(screen.getByText("Instructions"));
  expect(layout.instructions).toBe("s1");
});

it("keeps what is written with its values, for every round from then on", async () => {
  const { session, host } = await show(BRIEF);
  expect(screen.getByText("Be brief in {{city}}.")).not.toBeNull();
  await fireEvent.click(screen.getByText("Instructions"));
  const area = screen.getByRole("textbox", { name: "Instructions" });
  await fireEvent.input(area, { target: { value: "Be kind in {{city}} and {{unit}}." } });
  expect(screen.getByText("Without a value, it is sent as it is written: {{unit}}")).not.toBeNull();
  await fireEvent.click(screen.getByText("Save"));
  const told = { text: "Be kind in {{city}} and {{unit}}.", values: { city: "Oslo" } };
  expect(session.plan?.instructions).toEqual(told);
  expect(host.asked.at(-1)).toEqual({
    command: "session_configure",
    args: { session: "s1", plan: session.plan },
  });
});

it("holds what is written once a person goes on elsewhere", async () => {
  const { session, layout } = await show(BRIEF);
  const area = (): HTMLElement => screen.getByRole("textbox", { name: "Instructions" });
  await fireEvent.click(screen.getByText("Instructions"));
  await fireEvent.input(area(), { target: { value: "Be kind." } });
  await fireEvent.focusOut(area(), { relatedTarget: screen.getByText("Cancel") });
  expect(session.plan?.instructions, "it is left only where the editor is").toEqual(BRIEF);
  await fireEvent.focusOut(area(), { relatedTarget: null });
  expect(session.plan?.instructions).toEqual({ text: "Be kind." });
  await fireEvent.input(area(), { target: { value: "Be brief." } });
  await fireEvent.keyDown(area(), { key: "Escape" });
  expect(layout.instructions).toBeNull();
  expect(session.plan?.instructions).toEqual({ text: "Be brief." });
});

it("drops what is written where that is cancelled", async () => {
  const { session, host } = await show(BRIEF);
  const asked = host.asked.length;
  await fireEvent.click(screen.getByText("Instructions"));
  await fireEvent.input(screen.getByRole("textbox", { name: "Instructions" }), {
    target: { value: "Be kind." },
  });
  await fireEvent.click(screen.getByText("Cancel"));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(session.plan?.instructions).toEqual(BRIEF);
  expect(host.asked).toHaveLength(asked);
});

it("moves the instructions of a history into those of the session, behind what is written", async () => {
  const { host } = await show(BRIEF, undefined, "Answer like a pirate.");
  await fireEvent.click(screen.getByText("Instructions"));
  await fireEvent.input(screen.getByRole("textbox", { name: "Instructions" }), {
    target: { value: "Be kind." },
  });
  await fireEvent.click(screen.getByText("Move into the instructions"));
  await vi.waitFor(() => expect(host.asked.at(-1)?.command).toBe("instructions_adopt"));
  expect(host.asked.at(-2)?.args).toMatchObject({ plan: { instructions: { text: "Be kind." } } });
});

it("keeps what can't be saved", async () => {
  const { host } = await show(BRIEF);
  await fireEvent.click(screen.getByText("Instructions"));
  await fireEvent.input(screen.getByRole("textbox", { name: "Instructions" }), {
    target: { value: "Be kind." },
  });
  vi.spyOn(host, "call").mockRejectedValue(new Error("The disk is full."));
  await fireEvent.keyDown(screen.getByRole("textbox", { name: "Instructions" }), { key: "Escape" });
  expect(await screen.findByText("not saved")).not.toBeNull();
  await fireEvent.click(screen.getByText("Instructions"));
  expect(screen.getByRole("textbox", { name: "Instructions" })).toHaveProperty("value", "Be kind.");
});

it("shows what is different in another lane", async () => {
  await show(BRIEF, { ...BRIEF, values: { city: "Bergen" } });
  expect(screen.getByText("differs from A")).not.toBeNull();
  await fireEvent.click(screen.getByText("Instructions"));
  expect(screen.getByText("{{city}} = Bergen")).not.toBeNull();
  expect(screen.getByText("{{city}} = Oslo")).not.toBeNull();
});

/** A session whose history begins with these instructions. */
function begun(instructions: string) {
  const log = new Recorder("Umbrella", PLAN, 0);
  log.say("system", [{ type: "text", text: instructions }]);
  log.say("user", [{ type: "text", text: "Do I need an umbrella?" }]);
  return { title: "Umbrella", entries: log.entries };
}

/** A session that an attached program runs, whose history begins with these instructions. */
async function showOfProgram(sent: string | null) {
  const log = new Recorder("Umbrella", PLAN, 0);
  if (sent !== null) log.say("system", [{ type: "text", text: sent }]);
  log.say("user", [{ type: "text", text: "Do I need an umbrella?" }]);
  const recording = runBy(SUPPORT_AGENT.title, { title: "Umbrella", entries: log.entries });
  const program = { ...SUPPORT_AGENT, sessions: ["s1"] };
  const host = new ScriptedHost({
    overview: demoOverview(),
    exchange: exchangeDemo(),
    pace: 0,
    recording,
    shown: recording.entries.length,
    attached: { version: 1, programs: [program] },
  });
  vi.useFakeTimers();
  const state = unseenWindow(host);
  await state.app.load();
  const stop = state.attached.follow();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  vi.useRealTimers();
  const { session } = state.app;
  if (session === null) throw new Error("no session is open");
  render(within(state, InstructionsBar), { props: { session }, context: new Map() });
  return state.layout;
}

it("shows what an attached program sends, to be read only", async () => {
  await showOfProgram("Answer as a weather service.");
  await fireEvent.click(screen.getByText("sent by the program"));
  expect(screen.getAllByText("Answer as a weather service.")).toHaveLength(2);
  expect(screen.getByText(/^Support agent sends its own instructions/)).not.toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("offers no instructions where a program sends none, and says why to whoever asks for them", async () => {
  const layout = await showOfProgram(null);
  expect(screen.queryByRole("region", { name: "Instructions" })).toBeNull();
  layout.showInstructions("s1");
  expect(await screen.findByText(/^Support agent sends its own instructions/)).not.toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

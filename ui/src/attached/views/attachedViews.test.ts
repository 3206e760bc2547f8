import { fireEvent, render, screen, within as inside } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import DetachConfirm from "$attached/components/DetachConfirm.svelte";
import AttachedList from "$attached/views/AttachedList.svelte";
import AttachView from "$attached/views/AttachView.svelte";
import ProgramSheets from "$attached/views/ProgramSheets.svelte";
import HoldBanner from "$attached/components/HoldBanner.svelte";
import ProgramLine from "$attached/views/ProgramLine.svelte";
import ProgramDock from "$attached/views/ProgramDock.svelte";
import SpansView from "$attached/views/SpansView.svelte";
import ProgramSettingsView from "$attached/views/ProgramSettingsView.svelte";
import { demoHost, demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import { asHostError, HostError } from "$host/host";
import { asWritten } from "$language/notices";
import type { ProgramDraft } from "$attached/state/programDraft.svelte";
import type { SessionId, SessionSummary } from "$contract";

beforeEach(() => {
  vi.useFakeTimers();
  HTMLElement.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = () => undefined;
  return () => vi.useRealTimers();
});

async function open(demo: string) {
  const host = demoHost(demo);
  const call = vi.spyOn(host, "call");
  const state = unseenWindow(host);
  await state.app.load();
  const stop = state.attached.follow();
  await vi.advanceTimersByTimeAsync(0);
  const { session } = state.app;
  const [program] = state.attached.programs;
  if (session === null) throw new Error("no session is open");
  return { call, state, session, program, stop };
}

it("says in one line that nothing is attached, and how that is done", async () => {
  const { state } = await open("done");
  render(within(state, AttachedList), { props: {}, context: new Map() });
  expect(screen.getByText("None yet")).not.toBeNull();
  await fireEvent.click(screen.getByText("Attach…"));
  expect(state.attached.sheet).toEqual({ type: "attach" });
});

it("lists the latest conversations of each program, and opens them", async () => {
  const { state } = await open("attached-many");
  render(within(state, AttachedList), { props: {}, context: new Map() });
  const list = screen.getByRole("list", { name: "Conversations of Support agent" });
  expect(inside(list).getAllByRole("listitem")).toHaveLength(5);
  await fireEvent.click(screen.getByText("34 conversations more…"));
  expect(inside(list).getAllByRole("listitem")).toHaveLength(25);
  await fireEvent.click(inside(list).getAllByText("Where is my parcel?")[0] as HTMLElement);
  expect(state.app.session?.id).toBe("a1");
  expect(screen.getByText("2 held", { exact: false }).textContent).toContain("0:48");
});

it("tells how many requests came where the last is not the first", async () => {
  const { state, program } = await open("attached-session");
  const props = { overview: demoOverview(), program: program ?? null };
  render(within(state, AttachView), { props, context: new Map() });
  expect(screen.getByRole("status", { hidden: true }).textContent).toContain(
    "2 requests so far, the last from",
  );
});

it("leads to what is held first", async () => {
  const { state } = await open("attached-many");
  render(within(state, AttachedList), { props: {}, context: new Map() });
  await fireEvent.click(screen.getByText("Support agent"));
  expect(state.app.session?.id).toBe("a2");
});

it("waits for the first request, and shows from whom it came", async () => {
  const waiting = await open("attached-waiting");
  const overview = demoOverview();
  const props = { overview, program: waiting.program ?? null };
  const { unmount } = render(within(waiting.state, AttachView), { props, context: new Map() });
  expect(screen.getByText("Waiting for its first request…")).not.toBeNull();
  const button = screen.getByText("Open the conversation").closest("button");
  expect(button?.disabled).toBe(true);
  unmount();
  const first = await open("attached-first");
  first.state.attached.openConnect(first.program?.id ?? "");
  const opened = vi.spyOn(first.state.app, "open");
  render(within(first.state, ProgramSheets), { props: { overview }, context: new Map() });
  expect(screen.getByText("OpenAI/Python 3.54.0")).not.toBeNull();
  await fireEvent.click(screen.getByText("Open the conversation"));
  expect(first.state.attached.sheet).toBeNull();
  expect(opened.mock.calls).toEqual([[first.program?.sessions[0]]]);
});

it("copies a line with one click", async () => {
  const written: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void written.push(text));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const { state, program } = await open("attached-waiting");
  const props = { overview: demoOverview(), program: program ?? null };
  render(within(state, AttachView), { props, context: new Map() });
  await fireEvent.click(screen.getByText(/ANTHROPIC_BASE_URL/));
  const run = 'callwright run --name="Support agent" -- COMMAND';
  await fireEvent.click(screen.getByText(run));
  expect(written).toEqual([program?.lines.at(2)?.text, run]);
});

it("offers a program that needs no key, in each language", async () => {
  const written: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void written.push(text));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const { state, program } = await open("attached-waiting");
  const props = { overview: demoOverview(), program: program ?? null };
  render(within(state, AttachView), { props, context: new Map() });
  expect(screen.getByText("OPENAI_API_KEY=callwright")).not.toBeNull();
  await fireEvent.click(screen.getByText("Copy example.py"));
  expect(written[0]).toContain("callwright run -- python example.py");
  await fireEvent.change(screen.getByLabelText("Language of the example"), { target: { value: "Node" } });
  const run = 'callwright run --name="Support agent" -- node example.mjs';
  await fireEvent.click(screen.getByText(run));
  expect(written[1]).toBe(run);
});

it("switches the receiver of spans on, and says what a program needs to export to it", async () => {
  const { state, call } = await open("done");
  state.attached.openAttach();
  render(within(state, AttachView), {
    props: { overview: demoOverview(), program: null },
    context: new Map(),
  });
  await fireEvent.click(screen.getByText("Receive spans instead…"));
  expect(state.attached.sheet).toEqual({ type: "spans" });
  render(within(state, SpansView), { props: {}, context: new Map() });
  await fireEvent.click(screen.getByText("Switch it on"));
  await vi.advanceTimersByTimeAsync(0);
  expect(call.mock.calls).toContainEqual(["receiver_set", { port: 4318 }]);
  expect(screen.getByText("OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318")).not.toBeNull();
  await fireEvent.click(screen.getByText("Switch it off"));
  await vi.advanceTimersByTimeAsync(0);
  expect(state.attached.receiver).toBeNull();
});

it("says what to do about a port that is in use", async () => {
  const { state, call } = await open("done");
  state.attached.openSpans();
  await vi.advanceTimersByTimeAsync(0);
  const refusal = {
    code: "failed",
    message: asWritten("port 4318 is in use"),
    advice: asWritten("Choose another."),
  };
  call.mockImplementationOnce(() => Promise.reject(new HostError(asHostError(refusal))));
  render(within(state, SpansView), { props: {}, context: new Map() });
  await fireEvent.click(screen.getByText("Switch it on"));
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByText("Choose another.", { exact: false })).not.toBeNull();
});

it("switches a stop of the program at once", async () => {
  const { state, program, call } = await open("attached-waiting");
  const props = { overview: demoOverview(), program: program ?? null };
  render(within(state, AttachView), { props, context: new Map() });
  await fireEvent.click(screen.getByLabelText(/^Before a request goes on/));
  const changed = call.mock.calls.find(([command]) => (command as string) === "program_change");
  expect(changed?.[1]).toMatchObject({
    settings: { breakpoints: [{ place: "beforeCall" }, { place: "beforeRequest", isEnabled: true }] },
  });
});

it("asks before a program is detached, and says what the program then gets", async () => {
  const { state, program, call } = await open("attached-settings");
  if (program === undefined) throw new Error("no program is attached");
  state.attached.openSettings(program);
  const { draft } = state.attached;
  if (draft === null) throw new Error("no settings are open");
  const props = { overview: demoOverview(), program, draft };
  render(within(state, ProgramSettingsView), { props, context: new Map() });
  const isDetached = (): boolean => call.mock.calls.some(([one]) => (one as string) === "program_detach");
  await fireEvent.click(screen.getByText("Detach…"));
  expect(screen.getByText(/^From then on the program gets an error/)).not.toBeNull();
  expect(isDetached()).toBe(false);
  await fireEvent.click(screen.getByText("Detach"));
  expect(isDetached()).toBe(true);
});

it("says before a program is detached what becomes of the requests that are held", () => {
  const props = { title: "Support agent", isBusy: false, onDetach: vi.fn(), onKeep: vi.fn() };
  const { unmount } = render(DetachConfirm, { ...props, held: 1 });
  expect(screen.getByText(/^The request that is held now gets an error. From then on/)).not.toBeNull();
  unmount();
  render(DetachConfirm, { ...props, held: 2 });
  expect(screen.getByText(/^The 2 requests that are held now get an error. From then on/)).not.toBeNull();
});

/** The sheet with the settings of a program, over a draft that a test may change first. */
async function openSettings(prepare: (draft: ProgramDraft, session: SessionId) => void = () => undefined) {
  const { state, program, session } = await open("attached-settings");
  if (program === undefined) throw new Error("no program is attached");
  state.attached.openSettings(program);
  const { draft } = state.attached;
  if (draft === null) throw new Error("no settings are open");
  prepare(draft, session.id);
  const props = { overview: demoOverview(), program, draft };
  render(within(state, ProgramSettingsView), { props, context: new Map() });
  return { draft, session };
}

it("plans a fault of a function once it has a name", async () => {
  const { draft } = await openSettings((draft) => draft.setFunctionFaults([]));
  await fireEvent.click(screen.getByText("Add a fault of a function"));
  expect(draft.isWrong).toBe(true);
  await fireEvent.change(screen.getByLabelText("Function of fault 1"), { target: { value: "get_weather" } });
  await fireEvent.change(screen.getByLabelText("Kind of fault 1"), { target: { value: "cut" } });
  await fireEvent.change(screen.getByLabelText("Answers"), { target: { value: "3" } });
  expect(draft.settings.functionFaults).toEqual([
    { function: "get_weather", fault: { type: "cut" }, answers: 3 },
  ]);
  expect(draft.isWrong).toBe(false);
  await fireEvent.click(screen.getByLabelText("Remove fault 1"));
  expect(draft.settings.functionFaults).toBeUndefined();
});

it("lets a session answer by the calls, and keeps that when another session is chosen", async () => {
  const { draft, session } = await openSettings((draft, answering) =>
    draft.chooseAnswerer({ type: "session", session: answering }),
  );
  await fireEvent.change(screen.getByLabelText("Its answers are given"), { target: { value: "byCall" } });
  expect(draft.settings.answerer).toEqual({ type: "session", session: session.id, by: "byCall" });
  await fireEvent.change(screen.getByLabelText("Session that answers"));
  expect(draft.settings.answerer).toMatchObject({ type: "session", by: "byCall" });
});

it("counts down at a held request, and draws nothing else again", async () => {
  const { state, session, stop } = await open("attached-whole");
  stop();
  const props = { session, overview: demoOverview(), name: "Support agent" };
  const { container } = render(within(state, ProgramDock), { props, context: new Map() });
  const timer = screen.getByRole("timer");
  const before = timer.textContent;
  const changed: Node[] = [];
  const watch = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  watch.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  await vi.advanceTimersByTimeAsync(2000);
  expect(timer.textContent).not.toBe(before);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.every((node) => timer.contains(node))).toBe(true);
  expect(screen.getByText("Shortly before, the program gets an error.")).not.toBeNull();
});

it("says of a stream what keeps it open, and counts down where its client waits for all of it", async () => {
  const { state, session, program } = await open("attached-held");
  if (program === undefined) throw new Error("no program is attached");
  const props = { session, overview: demoOverview(), name: "Support agent" };
  const { unmount } = render(within(state, ProgramDock), { props, context: new Map() });
  expect(screen.getByText("Kept open by keep-alives.")).not.toBeNull();
  expect(screen.queryByRole("timer")).toBeNull();
  unmount();
  const request = { session: "s1", turn: "t1", since: 0, until: Date.now() + 60_000, streams: true };
  render(HoldBanner, { program, request, onSettings: () => undefined });
  expect(screen.getByRole("timer")).not.toBeNull();
  expect(screen.getByText(/keep-alives don't extend that/)).not.toBeNull();
});

it("says of a request that is not streamed that its patience is shorter", async () => {
  const { state, session } = await open("attached-whole");
  const props = { session, overview: demoOverview(), name: "Support agent" };
  render(within(state, ProgramDock), { props, context: new Map() });
  expect(screen.getByText(/its patience is shorter/)).not.toBeNull();
});

it("offers a fork instead of sending, which goes on as a session of its own", async () => {
  const { state, session, call } = await open("attached-session");
  const props = { session, overview: demoOverview(), name: "Support agent" };
  render(within(state, ProgramDock), { props, context: new Map() });
  expect(screen.queryByLabelText("Message")).toBeNull();
  const fork = { id: "s2", title: "", created: 0, changed: 0, models: [], tags: [] };
  call.mockImplementationOnce(() => Promise.resolve(fork satisfies SessionSummary as never));
  await fireEvent.click(screen.getByRole("button", { name: "Fork into a session" }));
  await fireEvent.click(screen.getByText("Echo"));
  await vi.advanceTimersByTimeAsync(0);
  const asked = call.mock.calls.map(([command, args]) => [command, args]);
  const title = expect.stringContaining("(forked)") as string;
  expect(asked).toContainEqual(["session_fork", { session: "s1", model: "echo", title }]);
  expect(state.app.session?.id).toBe("s2");
});

it("gives the keys to the first step once a program is attached, because the form is gone", async () => {
  const { state } = await open("done");
  state.attached.openAttach();
  render(within(state, ProgramSheets), { props: { overview: demoOverview() }, context: new Map() });
  const name = screen.getByRole("textbox", { name: "Name", hidden: true });
  name.focus();
  await fireEvent.input(name, { target: { value: "My agent" } });
  const form = name.closest("form");
  if (form === null) throw new Error("a name is written in a form");
  await fireEvent.submit(form);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByRole("textbox", { name: "Name", hidden: true })).toBeNull();
  expect(document.activeElement?.getAttribute("title")).toBe("Copy this line");
});

it("tells a conversation of before a restart from one whose program is not attached any more", async () => {
  const { state, session, program } = await open("attached-waiting");
  const context = new Map();
  const line = render(within(state, ProgramLine), {
    props: { session, name: program?.title ?? "" },
    context,
  });
  expect(screen.getByText("Its next request begins another session.")).not.toBeNull();
  line.unmount();
  render(within(state, ProgramLine), { props: { session, name: "Another agent" }, context });
  expect(screen.getByText("It is not attached any more.")).not.toBeNull();
});

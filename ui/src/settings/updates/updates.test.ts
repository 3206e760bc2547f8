import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { demoHost, demoOverview } from "$gallery/fixtures/demoHost";
import { unseenWindow, within } from "$gallery/within";
import { updateError, type Updates } from "$host/updates";
import { told } from "$language/told";
import { UpdatesState } from "$settings/updates/updates.svelte";
import UpdatesView from "$settings/updates/UpdatesView.svelte";

const NEWER = { version: "0.2.0", notes: "It is faster." };

function updates(found = vi.fn(() => Promise.resolve<typeof NEWER | null>(NEWER))) {
  const install = vi.fn<Updates["install"]>((_, onArrived) => {
    onArrived({ bytes: 5, of: 10 });
    return Promise.resolve();
  });
  return { look: found, install };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("updates", () => {
  it("are looked for at the start only where a person has asked for it", async () => {
    const host = updates();
    const state = new UpdatesState(sessionStorage, host);
    await state.begin();
    expect(host.look).not.toHaveBeenCalled();
    state.lookAtStart(true);

    const next = new UpdatesState(sessionStorage, host);
    await next.begin();
    expect([host.look.mock.calls.length, next.stand, next.found]).toEqual([1, "found", NEWER]);
    expect(host.install).not.toHaveBeenCalled();

    next.lookAtStart(false);
    await new UpdatesState(sessionStorage, host).begin();
    expect(host.look).toHaveBeenCalledOnce();
  });

  it("are not looked for where the window has none, whatever was chosen elsewhere", async () => {
    new UpdatesState(sessionStorage, updates()).lookAtStart(true);
    const state = new UpdatesState(sessionStorage);
    await state.begin();
    await state.look();
    expect([state.canUpdate, state.stand, state.error]).toEqual([false, "unknown", null]);
  });

  it("are installed by a click, once", async () => {
    const host = updates();
    const state = new UpdatesState(sessionStorage, host);
    await state.install();
    expect(host.install).not.toHaveBeenCalled();
    await state.look();
    await Promise.all([state.install(), state.install()]);
    await state.install();
    expect(host.install.mock.calls.map(([version]) => version)).toEqual(["0.2.0"]);
    expect([state.stand, state.arrived]).toEqual(["installed", null]);
  });

  it("that are installed are not offered again after the page was opened anew, as another language does", async () => {
    const host = updates();
    const before = new UpdatesState(localStorage, host);
    await before.look();
    await before.install();

    const after = new UpdatesState(localStorage, host);
    expect([after.stand, after.found]).toEqual(["installed", NEWER]);
    after.lookAtStart(true);
    await after.begin();
    await after.install();
    expect([host.look.mock.calls.length, host.install.mock.calls.length]).toEqual([1, 1]);
  });

  it("that fail say why and what to do, and can be tried again", async () => {
    const host = updates();
    const problem = updateError({ type: "unverified", reason: "the key is another" });
    host.install.mockRejectedValueOnce(problem);
    const state = new UpdatesState(sessionStorage, host);
    await state.look();
    await state.install();
    expect(state.stand).toBe("found");
    expect(state.error === null ? null : told(state.error.message)).toContain("the key is another");
    expect(state.error?.advice).not.toBeNull();
    await state.install();
    expect([state.stand, state.error]).toEqual(["installed", null]);
  });

  it("a start without a network says nothing until a person looks", async () => {
    const offline = updateError({ type: "unreachable", reason: "no network" });
    const host = updates(vi.fn(() => Promise.reject<null>(offline)));
    const state = new UpdatesState(sessionStorage, host);
    state.lookAtStart(true);
    await state.begin();
    expect(state.error).toBeNull();
    await state.look();
    expect(state.error).toEqual(offline.error);
  });
});

beforeAll(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
});

it("shows the version and its notes, and installs it on a click", async () => {
  const host = updates();
  const state = unseenWindow(demoHost("start"), { updates: host });
  render(within(state, UpdatesView), { props: { overview: demoOverview() }, context: new Map() });
  const said = screen.getByRole("status", { hidden: true });
  expect(said.textContent).toBe("This is version 0.1.0. It has not checked for a newer one yet.");
  await fireEvent.click(screen.getByText("Check now"));
  await vi.waitFor(() => screen.getByText("It is faster."));
  // Notes that are longer than their place are scrolled with the keys.
  expect(screen.getByRole("region", { name: "What is new", hidden: true }).tabIndex).toBe(0);
  await fireEvent.click(screen.getByText("Install version 0.2.0"));
  await vi.waitFor(() => screen.getByText(/Version 0.2.0 is installed/));
  expect(screen.queryByText("Check now")).toBeNull();
});

/** The sheet of a version that was found, and what its install tells and waits for. */
async function installing(outcome: Promise<void>) {
  let tell: Parameters<Updates["install"]>[1] = () => undefined;
  const host = updates();
  host.install.mockImplementation((_, onArrived) => {
    tell = onArrived;
    return outcome;
  });
  const state = unseenWindow(demoHost("start"), { updates: host });
  await state.updates.look();
  render(within(state, UpdatesView), { props: { overview: demoOverview() }, context: new Map() });
  const button = screen.getByRole("button", { name: "Install version 0.2.0", hidden: true });
  button.focus();
  await fireEvent.click(button);
  return { button, tell: (bytes: number, of: number | null) => tell({ bytes, of }) };
}

it("reads out the steps of an install and not each piece, and says when it verifies", async () => {
  const { tell } = await installing(new Promise(() => undefined));
  const said = screen.getByRole("status", { hidden: true });
  const heard = [said.textContent];
  for (const bytes of [1e6, 2e6, 3e6, 4e6]) {
    tell(bytes, 4e6);
    await tick();
    if (heard.at(-1) !== said.textContent) heard.push(said.textContent);
    if (bytes === 3e6) expect(screen.getByText("3.0 of 4.0 MB").closest("[role=status]")).toBeNull();
  }
  expect(heard).toEqual(["Downloading version 0.2.0", "Verifying and installing version 0.2.0"]);
});

it("keeps the keys where they are while it installs, and gives them to a button that stays", async () => {
  let end = (): void => undefined;
  const { button } = await installing(new Promise((resolve) => (end = resolve)));
  expect(document.activeElement).toBe(button);
  await fireEvent.click(button);
  end();
  await vi.waitFor(() => screen.getByText(/Version 0.2.0 is installed/));
  await vi.waitFor(() => expect(document.activeElement?.textContent.trim()).toBe("Close"));
});

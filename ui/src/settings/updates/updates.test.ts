import { fireEvent, render, screen } from "@testing-library/svelte";
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

beforeEach(() => sessionStorage.clear());

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
  await fireEvent.click(screen.getByText("Look now"));
  await vi.waitFor(() => screen.getByText("It is faster."));
  await fireEvent.click(screen.getByText("Install version 0.2.0"));
  await vi.waitFor(() => screen.getByText(/Version 0.2.0 is installed/));
  expect(screen.queryByText("Look now")).toBeNull();
});

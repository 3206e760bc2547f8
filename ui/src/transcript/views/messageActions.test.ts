import { expect, it, vi } from "vitest";
import type { SessionSummary } from "$contract";
import type { Action } from "$shared/controls/actions";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow } from "$gallery/within";
import { messageActions } from "$transcript/views/messageActions";

async function actionsOf(demo: string) {
  const host = demoHost(demo);
  const call = vi.spyOn(host, "call");
  const state = unseenWindow(host);
  await state.app.load();
  await vi.waitFor(() => expect(state.app.session?.isLoaded).toBe(true));
  const session = state.app.session;
  const head = session?.timeline.head ?? null;
  const message = head === null ? undefined : session?.timeline.messages.of(head)?.message;
  if (session === null || message === undefined) throw new Error("nothing was said");
  const actions = messageActions(message, session, state);
  const action = (wanted: string): Action => {
    const found = actions.find(({ id }) => id === wanted);
    if (found === undefined) throw new Error(`“${wanted}” is not offered`);
    return found;
  };
  return { call, state, session, message, action };
}

it("forks at a message, which begins a session of its own", async () => {
  const { call, state, session, message, action } = await actionsOf("done");
  const fork = action("fork");
  expect(fork.obstacle ?? null).toBe(null);
  const made: SessionSummary = { id: "s2", title: "", created: 0, changed: 0, models: [], tags: [] };
  call.mockImplementationOnce(() => Promise.resolve(made as never));
  fork.run();
  await vi.waitFor(() => expect(state.app.session?.id).toBe("s2"));
  const title = expect.stringContaining("(forked)") as string;
  expect(call.mock.calls).toContainEqual(["session_fork", { session: session.id, at: message.id, title }]);
});

it("waits for the turn of a session of one's own, and not for a program's", async () => {
  expect((await actionsOf("before")).action("fork").obstacle).not.toBe(null);
  expect((await actionsOf("attached-held")).action("fork").obstacle).toBe(null);
});

it("changes nothing in a program’s conversation, and says that a fork does", async () => {
  const { action } = await actionsOf("attached-session");
  for (const id of ["before", "inject", "rerun"])
    expect(action(id).obstacle, id).toMatch(/^This conversation is a program’s/);
  expect((await actionsOf("done")).action("before").obstacle).toBeNull();
});

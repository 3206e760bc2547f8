import { expect, it, vi } from "vitest";
import type { SessionSummary } from "$contract";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow } from "$gallery/within";
import { messageActions } from "$transcript/views/messageActions";

async function forkOf(demo: string) {
  const host = demoHost(demo);
  const call = vi.spyOn(host, "call");
  const state = unseenWindow(host);
  await state.app.load();
  await vi.waitFor(() => expect(state.app.session?.isLoaded).toBe(true));
  const session = state.app.session;
  const head = session?.timeline.head ?? null;
  const message = head === null ? undefined : session?.timeline.messages.of(head)?.message;
  if (session === null || message === undefined) throw new Error("nothing was said");
  const fork = messageActions(message, session, state).find(({ id }) => id === "fork");
  if (fork === undefined) throw new Error("no fork is offered");
  return { call, state, session, message, fork };
}

it("forks at a message, which begins a session of its own", async () => {
  const { call, state, session, message, fork } = await forkOf("done");
  expect(fork.obstacle ?? null).toBe(null);
  const made: SessionSummary = { id: "s2", title: "", created: 0, changed: 0, models: [], tags: [] };
  call.mockImplementationOnce(() => Promise.resolve(made as never));
  fork.run();
  await vi.waitFor(() => expect(state.app.session?.id).toBe("s2"));
  const title = expect.stringContaining("(forked)") as string;
  expect(call.mock.calls).toContainEqual(["session_fork", { session: session.id, at: message.id, title }]);
});

it("waits for the turn of a session of one's own, and not for a program's", async () => {
  expect((await forkOf("before")).fork.obstacle).not.toBe(null);
  expect((await forkOf("attached-held")).fork.obstacle).toBe(null);
});

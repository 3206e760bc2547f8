import { say } from "$language/say";
import type { ModelId } from "$contract";
import type { App } from "$session/app";
import { EXAMPLE, examplePlan, smallModelPlan } from "$sessions/example";
import type { SessionState } from "$session/session.svelte";
import shown from "$sessions/shown.json";

/** More entries than a session has in which nobody was asked yet. */
const SHORT = 64;

/** Begins a session that shows what this is about: it asks, and stops at the first call. */
export async function startExample(app: App, model: ModelId | null): Promise<void> {
  const session = await app.create(model);
  if (session === null) return;
  await session.configure(examplePlan(await session.planned()));
  await session.say(EXAMPLE);
}

/** The same with a small model on this computer, which is shown first how it is done. */
export async function startLocalExample(app: App, model: ModelId): Promise<void> {
  const session = await begun(app);
  if (session === null) return;
  await session.configure({ ...smallModelPlan(await session.planned()), model });
  await session.say(EXAMPLE);
}

/** A session in which a turn was made up already, with a note that says so. */
async function begun(app: App): Promise<SessionState | null> {
  let opened: SessionState | null = null;
  await app.attempt(async () => {
    const text = JSON.stringify(shown);
    const title = say("The weather in two cities");
    const { session } = await app.host.call("session_import", { text, format: "own", title });
    const log = await app.host.call("log_read", { session: session.id, to: SHORT, most: SHORT });
    const first = log.entries.map(({ event }) => event).find(({ type }) => type === "messageAdded");
    if (first?.type === "messageAdded") {
      const note = say(
        "Made up by hand. A small model does what it was shown: two calls at once, then an answer.",
      );
      await app.host.call("message_remark", { session: session.id, message: first.message.id, text: note });
    }
    opened = app.add(session);
  }, "startExample");
  return opened;
}

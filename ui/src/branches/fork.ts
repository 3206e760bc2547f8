import { say } from "$language/say";
import type { MessageId, ModelId, SessionId } from "$contract";
import type { App } from "$session/app";

/** Makes a session of one's own that goes on from another, or from a message of it, and opens it. */
export async function forkSession(
  app: App,
  session: SessionId,
  from: { model?: ModelId; at?: MessageId },
): Promise<void> {
  await app.attempt(async () => {
    const name = app.sessions.find(({ id }) => id === session)?.title ?? "";
    const title = say("{title} (forked)", { title: name });
    const fork = await app.host.call("session_fork", { session, title, ...from });
    await app.load();
    app.open(fork.id);
  }, "session_fork");
}

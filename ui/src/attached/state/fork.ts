import { say } from "$language/say";
import type { ModelId, SessionId } from "$contract";
import { asHostError } from "$host/host";
import type { App } from "$session/app";

/** Makes a session that goes on from a conversation of a program, run by the application, and opens it. */
export async function forkConversation(app: App, session: SessionId, model: ModelId): Promise<void> {
  try {
    const name = app.sessions.find(({ id }) => id === session)?.title ?? "";
    const title = say("{title} (forked)", { title: name });
    const fork = await app.host.call("session_fork", { session, model, title });
    await app.load();
    app.open(fork.id);
  } catch (error) {
    app.report(asHostError(error));
  }
}

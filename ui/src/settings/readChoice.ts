import type { PastedChoice } from "$contract";
import { asHostError } from "$host/host";
import type { App } from "$session/app";

/** Reads a function choice as Semantic Kernel writes it. Nothing, where it can't be read. */
export async function readChoice(app: App, text: string): Promise<PastedChoice | null> {
  try {
    return await app.host.call("choice_read", { text });
  } catch (error) {
    app.report(asHostError(error));
    return null;
  }
}

import { say } from "$language/say";
import type { CommandError, CommandName, Commands, Delivery, FeedItem, Follow } from "$contract";
import { asHostError, type Host, HostError, hostError } from "$host/host";
import { pageError } from "$language/notices";
import { SharedFeed } from "$host/sharedFeed";

const TOKEN = "callwright.token";

/** The application behind a loopback address, for a page in a browser. */
export class BrowserHost implements Host {
  readonly #token: string;
  readonly #feeds = new SharedFeed(async (follows, deliver, signal) => {
    const response = await this.#post("api/follow", follows, signal);
    if (response.body !== null) await readLines(response.body, deliver);
  });

  constructor(token: string) {
    this.#token = token;
  }

  async call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    try {
      const response = await this.#post("api/call", { command, args });
      return (await response.json()) as Commands[C]["reply"];
    } catch (error) {
      if (error instanceof HostError) throw error;
      throw hostError(
        say("The application does not answer."),
        say("See whether it still runs, then try again."),
      );
    }
  }

  follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void): () => void {
    return this.#feeds.follow(args, onItem, onLost);
  }

  async #post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    throw await refusal(response);
  }
}

/** Takes the token out of the address, so that it is not seen, copied or kept in the browser's history. */
export function takeToken(location: Location, history: History, storage: Storage): string {
  const found = new URLSearchParams(location.hash.slice(1)).get("token");
  if (found !== null) {
    storage.setItem(TOKEN, found);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return storage.getItem(TOKEN) ?? "";
}

async function refusal(response: Response): Promise<HostError> {
  if (response.status === 401) {
    const advice = say("Open the address that the command printed.");
    const error = pageError(say("This page has no key to the application."), advice);
    return new HostError({ ...error, code: "storeUnavailable" });
  }
  const body: unknown = await response.json().catch(() => null);
  return body === null
    ? hostError(say("The application answered with status {status}.", { status: response.status }), null)
    : new HostError(asHostError(body));
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  deliver: (delivery: Delivery) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((text) => text.trim() !== "")) deliver(JSON.parse(line) as Delivery);
  }
}

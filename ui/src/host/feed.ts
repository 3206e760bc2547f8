import { say } from "$language/say";
import type { CommandError, FeedItem, Follow } from "$contract";
import { asHostError, HostError } from "$host/host";

/** One connection of a feed: delivers until it ends. A HostError means that it was refused for good. */
export type Connect = (
  follow: Follow,
  deliver: (item: FeedItem) => void,
  signal: AbortSignal,
) => Promise<void>;

export const FIRST_WAIT = 250;
export const LONGEST_WAIT = 4000;
const ATTEMPTS = 7;

/** Keeps a feed alive: when a connection breaks, it follows again from the last entry that came. */
export function keepFollowing(
  args: Follow,
  connect: Connect,
  onItem: (item: FeedItem) => void,
  onLost: (error: CommandError) => void,
): () => void {
  const stop = new AbortController();
  const feed = { after: args.after, attempts: 0, isHalted: false };

  const deliver = (item: FeedItem): void => {
    if (stop.signal.aborted) return;
    feed.attempts = 0;
    const last = item.type === "entries" ? item.entries.at(-1) : undefined;
    if (last !== undefined) feed.after = last.seq;
    if (item.type === "opened") feed.after = item.window.to;
    if (!isBeside(item)) feed.isHalted = item.type === "halted";
    onItem(item);
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const broken = await attempt(() => connect(onFrom(args, feed.after), deliver, stop.signal));
      // A halted feed is taken up by a person, who has been shown why it halted.
      if (wasStopped(stop.signal) || feed.isHalted) return;
      feed.attempts += 1;
      if (broken instanceof HostError || feed.attempts === ATTEMPTS) {
        onLost(asHostError(broken ?? new Error(say("The application does not answer."))));
        return;
      }
      await pause(Math.min(FIRST_WAIT * 2 ** (feed.attempts - 1), LONGEST_WAIT));
    }
  };

  void run();
  return () => stop.abort();
}

/** What is told besides the log does not take a halted turn up again. */
export function isBeside({ type }: FeedItem): boolean {
  return type === "functionsChanged" || type === "sourcesChanged" || type === "progressed";
}

/** The end of a log is asked for once. What was missed since comes whole. */
export function onFrom(args: Follow, after: number): Follow {
  return after > args.after ? { ...args, after, tail: null } : args;
}

/** Read in a function because the signal changes while the loop waits. */
function wasStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function attempt(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

import { Channel, invoke } from "@tauri-apps/api/core";
import type { CommandError, CommandName, Commands, FeedItem, Follow } from "$contract";
import { keepFollowing } from "$host/feed";
import { asHostError, type Host } from "$host/host";

/** The application in whose window the page is. */
export class TauriHost implements Host {
  async call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    try {
      return await invoke<Commands[C]["reply"]>("call", { command, args });
    } catch (error) {
      throw asHostError(error);
    }
  }

  follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void): () => void {
    return keepFollowing(args, connect, onItem, onLost);
  }
}

async function connect(follow: Follow, deliver: (item: FeedItem) => void): Promise<void> {
  const feed = new Channel<FeedItem>(deliver);
  try {
    await invoke("follow", { follow, feed });
  } catch (error) {
    throw asHostError(error);
  }
}

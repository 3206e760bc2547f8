import { Channel, invoke } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import type { CommandError, CommandName, Commands, FeedItem, Follow, SessionId } from "$contract";
import { keepFollowing } from "$host/feed";
import { asHostError, HostError, type Host, type WantedFile } from "$host/host";
import { type Arrived, type NewVersion, updateError, type Updates } from "$host/updates";

/** Draws the page of this window larger or smaller. */
export function drawAt(level: number): Promise<void> {
  return getCurrentWebview().setZoom(level);
}

/** Tells the shell what is read in the menu of the system. */
export function nameMenu(words: Record<string, string>): Promise<void> {
  return invoke("name_menu", { words });
}

/** Opens the window of the system in which a file is chosen. */
export function chooseFile(wanted: WantedFile): Promise<string | null> {
  return invoke("choose_file", { wanted });
}

/** Newer versions, for a window that says that it can be updated. */
export const windowUpdates: Updates = {
  async look() {
    try {
      return await invoke<NewVersion | null>("look_for_update");
    } catch (error) {
      throw updateError(error);
    }
  },
  async install(version, onArrived) {
    try {
      await invoke("install_update", { version, progress: new Channel<Arrived>(onArrived) });
    } catch (error) {
      throw updateError(error);
    }
  },
};

/** The application in whose window the page is. */
export class TauriHost implements Host {
  /** The sessions that are followed now. Whatever else was followed is ended by the next one. */
  readonly #followed = new Map<SessionId, symbol>();

  async call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    try {
      return await invoke<Commands[C]["reply"]>("call", { command, args });
    } catch (error) {
      throw new HostError(asHostError(error));
    }
  }

  follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void): () => void {
    const own = Symbol(args.session);
    this.#followed.set(args.session, own);
    const stop = keepFollowing(args, (follow, deliver) => this.#connect(follow, deliver), onItem, onLost);
    return () => {
      if (this.#followed.get(args.session) === own) this.#followed.delete(args.session);
      stop();
    };
  }

  async #connect(follow: Follow, deliver: (item: FeedItem) => void): Promise<void> {
    const feed = new Channel<FeedItem>(deliver);
    const beside = [...this.#followed.keys()].filter((session) => session !== follow.session);
    try {
      await invoke("follow", { follow, beside, feed });
    } catch (error) {
      throw new HostError(asHostError(error));
    }
  }
}

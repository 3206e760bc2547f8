import type { FeedItem, SessionId } from "$contract";
import type { Host } from "$host/host";

/** How far a call of a session is. */
export type ToldProgress = Extract<FeedItem, { type: "progressed" }>;

/** Who hears what a feed tells besides its log: it is about the window, or shown and not kept. */
export type Ears = {
  functionsChanged: (version: number) => void;
  sourcesChanged: (version: number) => void;
  progressed: (session: SessionId, told: ToldProgress) => void;
};

/** The same host, with what a feed tells besides its log kept apart. */
export function hearing(host: Host, ears: Ears): Host {
  return {
    call: (command, args) => host.call(command, args),
    follow: (args, onItem, onLost) =>
      host.follow(
        args,
        (item) => {
          if (item.type === "functionsChanged") ears.functionsChanged(item.version);
          else if (item.type === "sourcesChanged") ears.sourcesChanged(item.version);
          else if (item.type === "progressed") ears.progressed(args.session, item);
          else onItem(item);
        },
        onLost,
      ),
  };
}

import type { Host } from "$host/host";

/** The same host, with what a feed tells of functions kept apart: it is about the window and not about a session. */
export function hearing(host: Host, functionsChanged: (version: number) => void): Host {
  return {
    call: (command, args) => host.call(command, args),
    follow: (args, onItem, onLost) =>
      host.follow(
        args,
        (item) => {
          if (item.type === "functionsChanged") functionsChanged(item.version);
          else onItem(item);
        },
        onLost,
      ),
  };
}

import type { WindowState } from "$state/context";
import type { Shortcut } from "$state/shortcuts";

/** Does what a key or a line of the palette asks for. */
export function perform(shortcut: Shortcut, { app, layout, search }: WindowState): void {
  const session = app.session;
  switch (shortcut) {
    case "continue":
      void session?.resume("run");
      return;
    case "step":
      void session?.resume("step");
      return;
    case "pause":
      if (session?.phase === "running") void session.requestPause();
      return;
    case "stop":
      void session?.stopTurn();
      return;
    case "palette":
      layout.showPalette(!layout.isPaletteOpen);
      return;
    case "newSession":
      void app.create(session?.plan?.model ?? null);
      return;
    case "search":
      layout.toggle("left", true);
      search.want();
      return;
    case "leftRail":
      layout.toggle("left");
      return;
    case "rightRail":
      layout.toggle("right");
      return;
  }
}

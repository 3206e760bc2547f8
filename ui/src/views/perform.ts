import type { WindowState } from "$state/context";
import { toggledFor } from "$state/breakpoints";
import { calledName } from "$state/naming";
import type { SelectedState } from "$state/selected.svelte";
import type { SessionState } from "$state/session.svelte";
import type { Shortcut } from "$state/shortcuts";

/** Does what a key or a line of the palette asks for. */
export function perform(shortcut: Shortcut, { app, layout, selected, search }: WindowState): void {
  const session = app.session;
  switch (shortcut) {
    case "continue":
      void session?.resume("run");
      return;
    case "step":
      void session?.resume("step");
      return;
    case "stepOver":
      void session?.resume("stepOver");
      return;
    case "toCall":
      void session?.resume("toCall");
      return;
    case "breakpoint":
      toggleBreakpoint(session, selected);
      return;
    case "pause":
      if (session?.phase === "running") void session.requestPause();
      return;
    case "stop":
      void session?.stopTurn();
      return;
    case "settings":
      layout.showSettings(layout.settings === null ? "answer" : null);
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

/** Sets or takes away the breakpoint of what is selected: a call, or a function. */
function toggleBreakpoint(session: SessionState | null, { target }: SelectedState): void {
  if (session === null || target === null) return;
  const call = target.type === "call" ? session.timeline.calls[target.call] : undefined;
  const name =
    target.type === "function" ? target.name : call === undefined ? null : calledName(call.function);
  if (name !== null) void session.setBreakpoints(toggledFor(session.breakpoints, name));
}

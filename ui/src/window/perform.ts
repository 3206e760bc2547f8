import type { WindowState } from "$window/context";
import { ownModel } from "$content/modelTitle";
import { toggledFor } from "$breakpoints/breakpoints";
import { calledName } from "$content/naming";
import type { LanesState } from "$lanes/lanes.svelte";
import type { SelectedState } from "$session/selected.svelte";
import type { SessionState } from "$session/session.svelte";
import type { Shortcut } from "$frame/shortcuts";

/** Does what a key or a line of the palette asks for. */
export function perform(shortcut: Shortcut, { app, layout, selected, search }: WindowState): void {
  const session = app.session;
  const runs = app.lanes ?? ownRun(session);
  switch (shortcut) {
    case "continue":
      void runs.resume("run");
      askAhead(app.lanes?.addressed.map((lane) => lane.session) ?? (session === null ? [] : [session]));
      return;
    case "step":
      void runs.resume("step");
      return;
    case "stepOver":
      void runs.resume("stepOver");
      return;
    case "toCall":
      void runs.resume("toCall");
      return;
    case "breakpoint":
      toggleBreakpoint(session, selected);
      return;
    case "pause":
      void runs.requestPause();
      return;
    case "stop":
      void runs.stop();
      return;
    case "settings":
      layout.showSettings(layout.settings === null ? "answer" : null);
      return;
    case "palette":
      layout.showPalette(!layout.isPaletteOpen);
      return;
    case "newSession":
      void app.create(ownModel(session?.plan?.model));
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

/** Asks the model where what is shown ends with something for it. */
function askAhead(sessions: readonly SessionState[]): void {
  for (const session of sessions)
    if (session.looking.timeline === null && session.rows.at(-1)?.type === "ask") void session.say(null);
}

/** What the keys of the debugger act on: a session, or the lanes that are addressed. */
type Run = Pick<LanesState, "resume" | "requestPause" | "stop">;

function ownRun(session: SessionState | null): Run {
  return {
    resume: async (pace) => session?.resume(pace),
    requestPause: async () => {
      if (session?.phase === "running") await session.requestPause();
    },
    stop: async () => session?.stopTurn(),
  };
}

/** Brings the keys to a lane, or lets messages go to all lanes and back to one. */
export function goToLane(lanes: LanesState, place: number): void {
  if (place === 0) {
    lanes.address(!lanes.isForAll);
    return;
  }
  const lane = lanes.lanes[place - 1]?.lane.session;
  if (lane === undefined) return;
  lanes.focus(lane);
  const section = document.querySelector<HTMLElement>(`[data-lane="${place}"]`);
  section?.scrollIntoView({ inline: "start", block: "nearest" });
  section?.focus({ preventScroll: true });
}

/** Sets or takes away the breakpoint of what is selected: a call, or a function. */
function toggleBreakpoint(session: SessionState | null, { target }: SelectedState): void {
  if (session === null || target === null) return;
  const call = target.type === "call" ? session.timeline.calls.of(target.call) : undefined;
  const name =
    target.type === "function" ? target.name : call === undefined ? null : calledName(call.function);
  if (name !== null) void session.setBreakpoints(toggledFor(session.breakpoints, name));
}

import {
  isHelpKey,
  isSearchKey,
  isShortcut,
  isShortcutsKey,
  isUndoKey,
  laneKeyOf,
  type Shortcut,
  shortcutOf,
} from "$frame/shortcuts";
import { placeOf, type Standing } from "$guide/help";
import type { WindowState } from "$window/context";
import { goToLane, perform } from "$window/perform";

function standing({ app }: WindowState): Standing {
  const session = app.session;
  return {
    hasSession: session !== null,
    hasLanes: app.lanes !== null,
    isPaused: session?.phase === "paused",
  };
}

/** Does what keys and the menu of the system ask for, until the function that is returned is called. */
export function followKeys(state: WindowState): () => void {
  const { app, guide, layout } = state;

  function performIfOpen(event: Event, shortcut: Shortcut): void {
    if (app.problem !== null) return;
    event.preventDefault();
    perform(shortcut, state);
  }

  function pressed(event: KeyboardEvent): void {
    const lane = app.lanes === null ? null : laneKeyOf(event, event.target);
    if (app.lanes !== null && lane !== null) {
      event.preventDefault();
      goToLane(app.lanes, lane);
      return;
    }
    if (isShortcutsKey(event)) {
      event.preventDefault();
      layout.showShortcuts(!layout.areShortcutsOpen);
      return;
    }
    if (isHelpKey(event, event.target)) {
      event.preventDefault();
      guide.askHelp(placeOf(event.target, standing(state)));
      return;
    }
    if (event.key === "Escape" && !event.defaultPrevented) layout.uncover();
    if (app.canUndo && isUndoKey(event, event.target)) {
      event.preventDefault();
      void app.undo();
      return;
    }
    const shortcut = isSearchKey(event, event.target) ? "search" : shortcutOf(event);
    if (shortcut === null) return;
    // A key that is held down does its work once.
    if (event.repeat) event.preventDefault();
    else performIfOpen(event, shortcut);
  }

  // What is chosen in the menu of the system is done as if its key had been pressed.
  function chosen(event: Event): void {
    const asked: unknown = event instanceof CustomEvent ? event.detail : null;
    if (isShortcut(asked)) performIfOpen(event, asked);
  }

  window.addEventListener("keydown", pressed);
  window.addEventListener("menuchosen", chosen);
  return () => {
    window.removeEventListener("keydown", pressed);
    window.removeEventListener("menuchosen", chosen);
  };
}

import type { Component } from "svelte";
import type { Host } from "$host/host";
import type { Reached } from "$host/reach";
import { provideContexts, type WindowState } from "$window/context";
import { openWindow } from "$window/window";

/** The states of a window that nobody sees, with what its surroundings can do besides. */
export function unseenWindow(host: Host, beside: Omit<Reached, "host"> = {}): WindowState {
  return openWindow(host, {
    root: document.createElement("div"),
    storage: sessionStorage,
    isSystemDark: matchMedia("(prefers-color-scheme: dark)"),
    width: 1600,
    ...beside,
  });
}

/** One view as it is within a window. It is to be rendered with a context, if only an empty one. */
export function within<Props extends Record<string, unknown>>(
  state: WindowState,
  view: Component<Props>,
): Component<Props> {
  return (internals, props) => {
    provideContexts(state);
    return view(internals, props);
  };
}

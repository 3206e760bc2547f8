import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "$language/language";
import { learn } from "$language/told";
import { inFrames } from "$host/frames";
import type { Host } from "$host/host";
import { reach } from "$host/reach";
import { takeReopened } from "$window/reopening";
import { openWindow } from "$window/window";
import "./styles/base.css";

async function openDemo(name: string): Promise<Host> {
  const { demoHost } = await import("$gallery/fixtures/demoHost");
  return demoHost(name);
}

async function start(): Promise<void> {
  const [{ host, ...beside }] = await Promise.all([reach(openDemo), learn()]);
  const state = openWindow(inFrames(host), {
    root: document.documentElement,
    storage: localStorage,
    isSystemDark: matchMedia("(prefers-color-scheme: dark)"),
    width: window.innerWidth,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...beside,
  });
  document.documentElement.lang = language;
  const target = document.getElementById("app");
  if (target === null) throw new Error("index.html has no place for the page");
  mount(App, { target, props: { state } });
  if (import.meta.hot) {
    const { keepPlace } = await import("./dev/place");
    import.meta.hot.on("core-restarted", () => void state.app.load());
    await keepPlace(state.app, "__TAURI_INTERNALS__" in window ? localStorage : sessionStorage);
  } else await state.app.load(takeReopened(sessionStorage));
  if (state.app.overview !== null) void state.guide.load(state.app.overview.version);
  // Nobody waits for prices to see the window.
  void state.prices.load();
  void state.updates.begin();
}

void start();

import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "$language/language";
import { learn } from "$language/told";
import { inFrames } from "$host/frames";
import type { ChooseFile, Host } from "$host/host";
import { Zoom, followZoom } from "$host/zoom";
import { menuWords } from "$frame/menu";
import { openWindow } from "$window/window";
import "./styles/base.css";

/** Who answers the page, and what its surroundings can do besides. */
type Reached = { host: Host; chooseFile?: ChooseFile };

async function reach(): Promise<Reached> {
  if ("__TAURI_INTERNALS__" in window) {
    const { TauriHost, chooseFile, drawAt, nameMenu } = await import("$host/tauri");
    const zoom = new Zoom(localStorage, drawAt);
    followZoom(window, (step) => void zoom.change(step));
    void zoom.begin();
    void nameMenu(menuWords());
    return { host: new TauriHost(), chooseFile };
  }
  const demo = new URLSearchParams(location.search).get("demo");
  if (demo !== null) {
    const { demoHost } = await import("$gallery/fixtures/demoHost");
    return { host: demoHost(demo) };
  }
  const { BrowserHost, takeToken } = await import("$host/browser");
  return { host: new BrowserHost(takeToken(location, history, sessionStorage)) };
}

async function start(): Promise<void> {
  const [{ host, chooseFile }] = await Promise.all([reach(), learn()]);
  const state = openWindow(inFrames(host), {
    root: document.documentElement,
    storage: localStorage,
    isSystemDark: matchMedia("(prefers-color-scheme: dark)"),
    width: window.innerWidth,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    chooseFile,
  });
  document.documentElement.lang = language;
  const target = document.getElementById("app");
  if (target === null) throw new Error("index.html has no place for the page");
  mount(App, { target, props: { state } });
  if (import.meta.hot) {
    const { keepPlace } = await import("./dev/place");
    import.meta.hot.on("core-restarted", () => void state.app.load());
    await keepPlace(state.app, "__TAURI_INTERNALS__" in window ? localStorage : sessionStorage);
  } else await state.app.load();
  // Nobody waits for prices to see the window.
  void state.prices.load();
}

void start();

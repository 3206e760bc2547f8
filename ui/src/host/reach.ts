import type { ChooseFile, Host } from "$host/host";
import type { Updates } from "$host/updates";
import { followZoom, Zoom } from "$host/zoom";

/** Who answers the page, and what its surroundings can do besides. */
export type Reached = {
  host: Host;
  chooseFile?: ChooseFile;
  nameMenu?: (words: Record<string, string>) => Promise<void>;
  updates?: Updates;
};

/** The application around the page, a demonstration where the address names one, or a server. */
export async function reach(openDemo: (name: string) => Promise<Host>): Promise<Reached> {
  if ("__TAURI_INTERNALS__" in window) {
    const { TauriHost, chooseFile, drawAt, nameMenu, windowUpdates } = await import("$host/tauri");
    const zoom = new Zoom(localStorage, drawAt);
    followZoom(window, (step) => void zoom.change(step));
    void zoom.begin();
    const around = { host: new TauriHost(), chooseFile, nameMenu };
    return "canUpdate" in window ? { ...around, updates: windowUpdates } : around;
  }
  const demo = new URLSearchParams(location.search).get("demo");
  if (demo !== null) return { host: await openDemo(demo) };
  const { BrowserHost, takeToken } = await import("$host/browser");
  return { host: new BrowserHost(takeToken(location, history, sessionStorage)) };
}

import { mount } from "svelte";
import { openWindow } from "$window/window";
import App from "../App.svelte";
import { demoHost } from "$gallery/fixtures/demoHost";
import { hurry } from "$shared/stillness";
import { SCENES } from "./scenes";

/** The moment at which all pictures are taken. */
const TAKEN_AT = Date.UTC(2026, 2, 14, 9, 40);

/** Opens one scene in a theme, and says on the page when it stands still. */
export async function openScene(target: HTMLElement, name: string, theme: "light" | "dark"): Promise<void> {
  const scene = SCENES.find((one) => one.name === name);
  if (scene === undefined) throw new Error(`there is no scene ${name}`);
  Date.now = () => TAKEN_AT;
  hurry();
  const state = openWindow(demoHost(scene.demo), {
    root: document.documentElement,
    storage: sessionStorage,
    isSystemDark: matchMedia("(prefers-color-scheme: dark)"),
    width: window.innerWidth,
    timeZone: "UTC",
  });
  state.theme.choose(theme);
  mount(App, { target, props: { state } });
  await state.app.load();
  await scene.show(state);
  await document.fonts.ready;
  document.documentElement.dataset["scene"] = name;
}

/** The names of all scenes, for whoever takes pictures of them. */
export function sceneNames(): string[] {
  return SCENES.map(({ name }) => name);
}

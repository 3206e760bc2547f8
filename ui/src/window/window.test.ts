import { beforeEach, expect, it } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import type { WindowState } from "$window/context";
import { openWindow } from "$window/window";

let state: WindowState;

beforeEach(async () => {
  state = openWindow(demoHost("done"), {
    root: document.createElement("div"),
    storage: sessionStorage,
    isSystemDark: { matches: false, addEventListener: () => undefined } as unknown as MediaQueryList,
    width: 1440,
  });
  await state.app.load();
});

function openAll(): void {
  const { layout, app, making } = state;
  layout.showBreakpoints(true);
  layout.showInstructions(app.session?.id ?? "");
  layout.showSettings("answer");
  making.open({ type: "add" }, app.session?.id ?? "");
}

function areOpen(): boolean[] {
  const { layout, making } = state;
  const { areBreakpointsOpen, instructions, settings } = layout;
  return [areBreakpointsOpen, instructions !== null, settings !== null, making.purpose !== null];
}

it("closes what lies over a session when another one opens, and not before", () => {
  const { app } = state;
  openAll();
  app.open(app.session?.id ?? "");
  expect(areOpen()).toEqual([true, true, true, true]);
  app.open("s2");
  expect(app.session?.id).toBe("s2");
  expect(areOpen()).toEqual([false, false, false, false]);
});

it("closes it with a session that goes into the bin", async () => {
  const { app } = state;
  openAll();
  await app.discard(app.session?.id ?? "");
  expect(areOpen()).toEqual([false, false, false, false]);
});

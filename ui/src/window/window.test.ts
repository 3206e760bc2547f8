import { beforeEach, expect, it } from "vitest";
import { demoHost } from "$gallery/fixtures/demoHost";
import type { RequestSource, TurnPlan } from "$contract";
import type { WindowState } from "$window/context";
import { followKeys } from "$window/keys";
import { openWindow } from "$window/window";

let state: WindowState;

const SAID: RequestSource = { type: "said", after: null };

beforeEach(async () => {
  state = openWindow(demoHost("done"), {
    root: document.createElement("div"),
    storage: sessionStorage,
    isSystemDark: { matches: false, addEventListener: () => undefined } as unknown as MediaQueryList,
    width: 1440,
  });
  await state.app.load();
});

/** Whatever can lie over a session, and whether it does. */
const SHEETS: Record<
  string,
  { open: (state: WindowState, id: string) => unknown; isOpen: (state: WindowState) => boolean }
> = {
  breakpoints: {
    open: ({ layout }) => layout.showBreakpoints(true),
    isOpen: ({ layout }) => layout.areBreakpointsOpen,
  },
  instructions: {
    open: ({ layout }, id) => layout.showInstructions(id),
    isOpen: ({ layout }) => layout.instructions !== null,
  },
  settings: {
    open: ({ layout }) => layout.showSettings("answer"),
    isOpen: ({ layout }) => layout.settings !== null,
  },
  help: { open: ({ guide }) => guide.askHelp("stop"), isOpen: ({ guide }) => guide.place !== null },
  making: {
    open: ({ making }, id) => making.open({ type: "add" }, id),
    isOpen: ({ making }) => making.purpose !== null,
  },
  rerunning: {
    open: ({ rerunning, app }, id) =>
      rerunning.open({ type: "message", message: "m1" }, id, "From here", app.session?.plan as TurnPlan),
    isOpen: ({ rerunning }) => rerunning.from !== null,
  },
  reducing: {
    open: ({ reducing }, id) => reducing.open(id),
    isOpen: ({ reducing }) => reducing.session !== null,
  },
  comparing: {
    open: ({ comparing }, id) => comparing.open(id, SAID, "The next request", null),
    isOpen: ({ comparing }) => comparing.isOpen,
  },
  trying: {
    open: ({ trying }, id) => trying.open(id, SAID, "The next request", "scripted"),
    isOpen: ({ trying }) => trying.isOpen,
  },
  largeValue: {
    open: ({ largeValue }) =>
      largeValue.open({ seq: 1, path: "/a", size: 9, kind: "text", from: "" } as never, "A result"),
    isOpen: ({ largeValue }) => largeValue.value !== null,
  },
  exporting: {
    open: ({ exporting }, id) => exporting.open(id),
    isOpen: ({ exporting }) => exporting.session !== null,
  },
  several: {
    open: ({ several }, id) => several.open({ type: "session", session: id }),
    isOpen: ({ several }) => several.isOpen,
  },
};

async function openAll(): Promise<void> {
  const id = state.app.session?.id ?? "";
  await Promise.all(Object.values(SHEETS).map(({ open }) => open(state, id)));
}

function open(): string[] {
  return Object.keys(SHEETS).filter((name) => SHEETS[name]?.isOpen(state) === true);
}

it("closes what lies over a session when another one opens, and not before", async () => {
  const { app } = state;
  await openAll();
  app.open(app.session?.id ?? "");
  expect(open()).toEqual(Object.keys(SHEETS));
  app.open("s2");
  expect(app.session?.id).toBe("s2");
  expect(open()).toEqual([]);
});

it("closes it with a session that goes into the bin", async () => {
  const { app } = state;
  await openAll();
  await app.discard(app.session?.id ?? "");
  expect(open()).toEqual([]);
});

it("does once what a key that is held down asks for", () => {
  const stop = followKeys(state);
  const before = state.layout.left.isOpen;
  for (const repeat of [false, true, true]) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "b", ctrlKey: true, repeat }));
  }
  stop();
  expect(state.layout.left.isOpen).toBe(!before);
});

import type { Scene } from "$gallery/scenes";
import type { WindowState } from "$window/context";

/** The first program, once it was told of. */
async function withProgram(
  { attached }: WindowState,
  show: (program: WindowState["attached"]["programs"][number]) => void,
): Promise<void> {
  while (attached.programs.length === 0) await new Promise(requestAnimationFrame);
  const [program] = attached.programs;
  if (program !== undefined) show(program);
}

function connect(name: string): Scene {
  return {
    name,
    demo: name,
    show: (window) => withProgram(window, ({ id }) => window.attached.openConnect(id)),
  };
}

function still(name: string): Scene {
  return { name, demo: name, show: (window) => withProgram(window, () => undefined) };
}

/** Attached programs: none, the way to the first stop, held requests, many conversations, the settings. */
export const ATTACHED_SCENES: readonly Scene[] = [
  { name: "attach", demo: "done", show: ({ attached }) => attached.openAttach() },
  connect("attached-waiting"),
  connect("attached-first"),
  ...["attached-session", "attached-held", "attached-whole", "attached-many"].map(still),
  {
    name: "attached-settings",
    demo: "attached-settings",
    show: (window) => withProgram(window, (program) => window.attached.openSettings(program)),
  },
  {
    name: "attached-faults",
    demo: "attached-settings",
    show: async (window) => {
      await withProgram(window, (program) => window.attached.openSettings(program));
      await new Promise(requestAnimationFrame);
      document.querySelector("dialog .body")?.scrollTo(0, 10_000);
    },
  },
  {
    name: "attached-detach",
    demo: "attached-settings",
    show: async (window) => {
      await withProgram(window, (program) => window.attached.openSettings(program));
      await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>("dialog footer button")?.click();
    },
  },
];

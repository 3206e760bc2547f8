import type { Scene } from "$gallery/scenes";

/** Files of which one is refused. */
const IMPORTED = [
  new File(['{"role": "user", "content": "Hello"}\n'], "support-2026-11-02.jsonl"),
  new File(["nothing"], "notes.txt"),
  new File(["{}\n{}\n"], "kernel-history.json"),
];

/** A file whose first bytes never come, so that a queue can be seen while it runs. */
function neverRead(name: string): File {
  const file = new File(["{}\n".repeat(400_000)], name);
  const part = new Blob();
  part.arrayBuffer = () => new Promise(() => undefined);
  file.slice = () => part;
  return file;
}

/** What comes in: conversations of other programs, and a server that was added. */
export const ARRIVAL_SCENES: readonly Scene[] = [
  { name: "import", demo: "done", show: ({ importing }) => importing.open() },
  {
    name: "import-queue",
    demo: "done",
    show: async ({ importing }) => {
      await importing.takeFiles(IMPORTED);
      const others = ["given-up.json", "last.json"].map((name) => new File(["{}"], name));
      void importing.takeFiles([neverRead("long.jsonl"), ...others]);
      importing.queue.cancel(5);
    },
  },
  {
    name: "import-note",
    demo: "done",
    show: async ({ importing }) => {
      await importing.takeFiles(IMPORTED);
      importing.show("s1");
    },
  },
  {
    name: "import-report",
    demo: "done",
    show: async ({ importing }) => {
      importing.write("[]");
      await importing.submit();
    },
  },
  { name: "server-added", demo: "sources", show: ({ sources }) => sources.seek("mcp:files") },
];

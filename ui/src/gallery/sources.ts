import type { FunctionName, ListedSource } from "$contract";
import { FUNCTIONS } from "./demo";

function of(plugin: string): FunctionName[] {
  return FUNCTIONS.map(({ name }) => name).filter((name) => name.plugin === plugin);
}

/** A source of each status. */
export const SOURCES: ListedSource[] = [
  ...[...new Set(FUNCTIONS.flatMap(({ name }) => name.plugin ?? []))].map((plugin): ListedSource => ({
    id: `plugin:${plugin}`,
    title: plugin,
    kind: "native",
    place: null,
    needs: [],
    status: "ready",
    functions: of(plugin),
    problems: [],
  })),
  {
    id: "own:invoices",
    title: "invoices",
    kind: "process",
    place: "~/.local/share/callwright/plugins/invoices",
    needs: ["run programs: node"],
    status: "failed",
    functions: [],
    problems: [
      {
        message: "`command` is missing",
        advice: 'Name the program and its arguments: command = ["node", "main.js"].',
        file: "plugin.toml",
        line: 7,
      },
    ],
  },
];

import { describe, expect, it } from "vitest";
import type { ListedServer, McpStatus } from "$contract";
import { asWritten } from "$language/notices";
import { groupsOf } from "$functions/state/functionGroups";
import { FUNCTIONS } from "$gallery/fixtures/demo";
import { SOURCES } from "$gallery/fixtures/sources";

function server(status: McpStatus): ListedServer {
  const transport = { type: "http" as const, address: "https://mcp.example", headers: [] };
  return {
    settings: { id: "files", title: "Files", transport, seconds: 60, isEnabled: true },
    state: { server: "files", status, about: null, tools: [], lines: [] },
  };
}

describe("functions under their sources", () => {
  it("are all there, each once, with how their source stands in words", () => {
    const groups = groupsOf(FUNCTIONS, SOURCES, [], "");
    expect(groups.flatMap(({ functions }) => functions)).toHaveLength(FUNCTIONS.length);
    const failed = groups.at(-1);
    expect(failed?.standing).toEqual({ tone: "bad", words: "can’t be used" });
    expect(failed?.problems[0]).toContain("plugin.toml, line 7: `command` is missing. Name the program");
  });

  it("are found by words of their name, their description and their source", () => {
    const found = groupsOf(FUNCTIONS, SOURCES, [], "forecast weather").flatMap(({ functions }) => functions);
    expect(found.map(({ name }) => name.function)).toEqual(["get_forecast"]);
    expect(groupsOf(FUNCTIONS, SOURCES, [], "invoices")).toHaveLength(1);
    expect(groupsOf(FUNCTIONS, SOURCES, [], "nothing of the kind")).toEqual([]);
  });

  it("of a server that died say when it starts again", () => {
    const [first] = SOURCES;
    if (first === undefined) throw new Error("a source");
    const source = { ...first, id: "mcp:files", kind: "mcp" as const, functions: [] };
    const waiting = server({ type: "waiting", reason: asWritten("it ended"), seconds: 4 });
    expect(groupsOf([], [source], [waiting], "")[0]?.standing).toEqual({
      tone: "busy",
      words: "died, starts again in 4 s",
    });
  });
});

import type { ListedServer, OwnSourcesNow } from "$contract";

const AT = Date.UTC(2026, 8, 21, 14, 2, 7);

const FILES: ListedServer = {
  settings: {
    id: "files",
    title: "files",
    transport: {
      type: "command",
      program: "npx",
      arguments: ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/notes"],
      folder: null,
      variables: ["LOG_LEVEL"],
      inherited: [],
    },
    seconds: 60,
    isEnabled: true,
  },
  state: {
    server: "files",
    status: { type: "running", server: "secure-filesystem-server 2026.8.31", protocol: "2025-11-25" },
    about: "Everything lies in /home/ada/notes. Nothing outside of it can be read.",
    tools: [
      {
        name: "read_text_file",
        title: "Read Text File",
        hints: ["reads only", "stays within itself"],
        hasOutputSchema: true,
      },
      {
        name: "write_file",
        title: "Write File",
        hints: ["changes things", "may destroy", "twice is as good as once"],
        hasOutputSchema: true,
      },
    ],
    lines: [
      { at: AT, from: { type: "errors" }, text: "Secure MCP Filesystem Server running on stdio" },
      { at: AT + 900, from: { type: "log", level: "info" }, text: "roots: /home/ada/notes" },
      { at: AT + 64_000, from: { type: "application" }, text: "It is gone: it ended with exit code 1." },
      { at: AT + 65_100, from: { type: "errors" }, text: "Secure MCP Filesystem Server running on stdio" },
    ],
  },
};

const TICKETS: ListedServer = {
  settings: {
    id: "tickets",
    title: "tickets",
    transport: { type: "http", address: "https://mcp.example/mcp", headers: [] },
    seconds: 60,
    isEnabled: true,
  },
  state: {
    server: "tickets",
    status: { type: "locked", reason: "it wants you to log in" },
    about: null,
    tools: [],
    lines: [],
  },
};

const FORM = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", description: "Your full, legal name", minLength: 1 },
    email: { type: "string", title: "Email", format: "email" },
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 12, default: 2 },
    seat: { type: "string", title: "Seat", enum: ["window", "aisle"], default: "window" },
    isVegan: { type: "boolean", title: "Vegan", default: false },
  },
  required: ["name", "guests"],
};

/** Servers in different states, and something one of them asks. */
export function ownSourcesDemo(asks: "form" | "visit" | "sample" | null): OwnSourcesNow {
  const request = { id: 1, server: "files", title: "files" };
  const requests: OwnSourcesNow["requests"] = [];
  if (asks === "form")
    requests.push({ ...request, asks: { type: "form", message: "Who is coming?", schema: FORM } });
  if (asks === "visit") {
    const address = "https://login.example/authorize?client_id=callwright&state=8f1c";
    const message =
      "tickets wants you to log in. Open this page in your browser; it leads back here by itself.";
    requests.push({ ...request, title: "tickets", asks: { type: "visit", message, address } });
  }
  if (asks === "sample")
    requests.push({
      ...request,
      asks: {
        type: "sample",
        sampling: {
          instructions: "You are a helpful test server.",
          messages: [
            { isModel: false, text: "Summarise the notes of this week in two sentences.", media: [] },
          ],
          mostTokens: 200,
          temperature: 0.7,
          stopSequences: [],
          models: ["claude-sonnet"],
          leftOut: [],
        },
      },
    });
  return {
    version: 1,
    servers: [FILES, TICKETS],
    pasted: [],
    prompts: [],
    requests,
    runs: [],
    keeping: "Keys are kept encrypted in keys.sealed.",
  };
}

/** What the library says of them. */
export const OWN_SOURCES = [
  { id: "mcp:files", title: "files", status: "ready" as const, problems: [] },
  {
    id: "mcp:tickets",
    title: "tickets",
    status: "failed" as const,
    problems: [{ message: "it wants you to log in", advice: "Log in.", file: null, line: null }],
  },
].map((source) => ({ ...source, kind: "mcp" as const, place: null, needs: [], functions: [] }));

// An MCP server in one file, without a dependency: notes that are kept in a folder. Read it from the end.

import { createInterface } from "node:readline";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { homedir } from "node:os";

const FOLDER = process.env.NOTES_FOLDER ?? join(homedir(), ".callwright-notes");

/** What the server tells of itself. Capabilities are promises: it says when its tools change only if it says so here. */
const ABOUT = {
  capabilities: { tools: {} },
  serverInfo: { name: "notes", title: "Notes", version: "1.0.0" },
  instructions: `Keeps short notes in ${FOLDER}. Look for a note before you write a second one about the same thing.`,
};

/** Each tool: what a model reads of it, and what it does. Whatever it throws is told to the model. */
const TOOLS = {
  write_note: {
    description: "Writes a note. One with the same title is written over.",
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", description: "A few words, the name of the note", minLength: 1, maxLength: 80 },
        text: { type: "string", description: "What is to be remembered" },
      },
      required: ["title", "text"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async run({ title, text }) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(fileOf(title), `${title}\n\n${text}\n`);
      return { content: [{ type: "text", text: `The note “${title}” is kept.` }] };
    },
  },
  find_notes: {
    description: "Finds notes by a word in them, or lists all where no word is given.",
    inputSchema: {
      type: "object",
      properties: { word: { type: "string", description: "A word that stands in the notes" } },
    },
    outputSchema: {
      type: "object",
      properties: { notes: { type: "array", items: { type: "object" } } },
      required: ["notes"],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    async run({ word = "" }, call) {
      const names = (await readdir(FOLDER).catch(() => [])).filter((name) => name.endsWith(".txt"));
      const notes = [];
      for (const [index, name] of names.entries()) {
        if (call.isCancelled()) return undefined;
        const text = await readFile(join(FOLDER, name), "utf8");
        if (text.toLowerCase().includes(word.toLowerCase())) notes.push({ title: text.split("\n")[0], text });
        call.progress(index + 1, names.length);
      }
      // Structured for programs, and the same in words for those who know no better.
      return { structuredContent: { notes }, content: [{ type: "text", text: JSON.stringify({ notes }) }] };
    },
  },
  ask_for_note: {
    description: "Asks the person for a note and keeps what they write.",
    inputSchema: { type: "object", properties: { about: { type: "string", description: "What it is about" } } },
    async run({ about = "anything" }, call) {
      const answer = await call.ask("elicitation/create", {
        message: `What should be remembered about ${about}?`,
        requestedSchema: {
          type: "object",
          properties: {
            title: { type: "string", title: "Title", minLength: 1, default: about },
            text: { type: "string", title: "Note", minLength: 1 },
          },
          required: ["title", "text"],
        },
      });
      if (answer.action !== "accept") throw new Error("The person did not want to write a note.");
      return TOOLS.write_note.run(answer.content, call);
    },
  },
};

/** A title never leads out of the folder. */
function fileOf(title) {
  return join(FOLDER, `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60) || "note"}.txt`);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/** Calls that were called off, and questions that wait for their answer. */
const cancelled = new Set();
const asked = new Map();

async function called(id, { name, arguments: given = {}, _meta: meta = {} }) {
  const tool = TOOLS[name];
  if (tool === undefined) return send({ id, error: { code: -32602, message: `there is no tool ${name}` } });
  const call = {
    isCancelled: () => cancelled.has(id),
    progress(progress, total) {
      if (meta.progressToken === undefined) return;
      send({ method: "notifications/progress", params: { progressToken: meta.progressToken, progress, total } });
    },
    ask(method, params) {
      const question = `question-${asked.size + 1}`;
      send({ id: question, method, params });
      return new Promise((resolve, reject) => asked.set(question, { resolve, reject }));
    },
  };
  try {
    const result = await tool.run(given, call);
    if (!cancelled.delete(id)) send({ id, result });
  } catch (error) {
    send({ id, result: { isError: true, content: [{ type: "text", text: error.message }] } });
  }
}

function received({ id, method, params, result, error }) {
  if (method === undefined) {
    // An answer to a question of ours.
    const question = asked.get(id);
    if (error === undefined) question?.resolve(result);
    else question?.reject(new Error(error.message));
  } else if (method === "initialize") {
    send({ id, result: { protocolVersion: params.protocolVersion, ...ABOUT } });
  } else if (method === "tools/list") {
    send({ id, result: { tools: Object.entries(TOOLS).map(([name, { run, ...tool }]) => ({ name, ...tool })) } });
  } else if (method === "tools/call") {
    void called(id, params);
  } else if (method === "notifications/cancelled") {
    cancelled.add(params.requestId);
  } else if (method === "ping") {
    send({ id, result: {} });
  } else if (id !== undefined) {
    send({ id, error: { code: -32601, message: `${method} is not known` } });
  }
}

// One message a line, both ways. Standard output is for messages alone: whatever else there is to say goes to
// standard error, and Callwright shows it in the server's log. The end of the input is the end of the server.
console.error(`notes are kept in ${FOLDER}`);
createInterface({ input: process.stdin }).on("line", (line) => received(JSON.parse(line)));

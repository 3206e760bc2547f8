import type { FunctionCall, Hit, Item, Message, Notice, Search, Searched, SnippetMark } from "$contract";

/** Finds words in what was said, as far as a page can tell it from the real search. */
export function scriptedSearch({ text, offset, limit }: Search, messages: Message[]): Searched {
  const unknown = /(?:^|\s)(statsu|functoin):\S*/.exec(text);
  if (unknown !== null) return notUnderstood(text, unknown[1] ?? "");
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !word.includes(":"));
  const hits = messages.flatMap((message) => message.items.flatMap((item, at) => hitIn(message, item, at)));
  const found = hits.flatMap((hit) => marked(hit, words) ?? []).reverse();
  const sessions =
    found.length === 0 ? [] : [{ session: "s1", title: "Umbrella in two cities", total: found.length }];
  return {
    outcome: {
      type: "found",
      found: { hits: found.slice(offset, offset + limit), total: found.length, sessions },
    },
    index: { type: "current" },
  };
}

function notUnderstood(text: string, name: string): Searched {
  const start = text.indexOf(name);
  const meant = name === "statsu" ? "status" : "function";
  const end = text.indexOf(" ", start) < 0 ? text.length : text.indexOf(" ", start);
  const message: Notice = { id: "query.no-filter", values: { written: name, near: meant } };
  const instead = meant + text.slice(start + name.length, end);
  return {
    outcome: { type: "notUnderstood", fault: { start, end, message, instead, filter: null } },
    index: { type: "current" },
  };
}

function hitIn(message: Message, item: Item, at: number): Hit[] {
  const model = message.author.type === "model" ? message.author.model : null;
  const empty = {
    session: "s1",
    message: message.id,
    item: at,
    answer: null,
    model,
    at: Date.now() - 30_000,
  };
  const plain = { ...empty, call: null, function: null, statuses: [], took: null };
  if (item.type === "text" || item.type === "reasoning") {
    const speaker = message.role === "user" ? "person" : "model";
    const kind = item.type === "reasoning" ? "reasoning" : speaker;
    return [{ ...plain, kind, snippets: [{ part: "text", text: item.text.slice(0, 180), marks: [] }] }];
  }
  return item.type === "functionCall" ? [{ ...empty, ...callHit(item.call) }] : [];
}

function callHit(
  call: FunctionCall,
): Pick<Hit, "kind" | "call" | "function" | "statuses" | "took" | "snippets"> {
  const name = call.function.type === "known" ? call.function.name.function : call.function.raw;
  return {
    kind: "call",
    call: call.id,
    function: call.function,
    statuses: call.origin === "edited" ? ["returned", "edited"] : ["returned"],
    took: 132,
    snippets: [
      { part: "function", text: name, marks: [] },
      { part: "arguments", text: call.arguments.raw.replace(/[{}"\n]/g, "").trim(), marks: [] },
    ],
  };
}

/** The hit with its words marked, unless one of them is missing. */
function marked(hit: Hit, words: string[]): Hit | null {
  const all = hit.snippets.map(({ text }) => text.toLowerCase()).join("\n");
  if (!words.every((word) => all.includes(word))) return null;
  const snippets = hit.snippets.map((snippet) => ({ ...snippet, marks: marksIn(snippet.text, words) }));
  return { ...hit, snippets: snippets.filter(({ part, marks }) => part !== "function" || marks.length > 0) };
}

function marksIn(text: string, words: string[]): SnippetMark[] {
  const marks = words.flatMap((word) => {
    const start = text.toLowerCase().indexOf(word);
    return start < 0 ? [] : [{ start, end: start + word.length }];
  });
  return marks.sort((one, other) => one.start - other.start);
}

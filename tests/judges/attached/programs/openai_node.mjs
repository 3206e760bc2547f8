// Asks about the weather with OpenAI's library for Node: `openai_node.mjs LIBRARY`. Each line of its input is a setting, each line of
// its output what was seen under it, or the error. Talks run side by side, each with connections of its own, as in a process of
// its own: starting one takes longer than a talk.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const { default: OpenAI } = await import(pathToFileURL(`${process.argv[2]}/index.mjs`).href);
// Node keeps the class of its connections to itself, but not the object it uses by default once something was fetched.
await fetch("data:,");
const { constructor: Connections } = globalThis[Symbol.for("undici.globalDispatcher.1")];

// What each function says of a city, as in `programs/__init__.py`.
const RESULTS = { get_weather: "4 degrees, wind from the west", get_tide: "high water at noon" };

class Talk {
  constructor(setting, dispatcher) {
    this.setting = setting;
    this.client = new OpenAI({
      baseURL: setting.base,
      apiKey: setting.key,
      maxRetries: setting.retries,
      fetchOptions: { dispatcher },
    });
    // Only so does a request tell how long its client waits.
    this.patience = { timeout: setting.timeout };
    this.seen = { texts: [], calls: [], names: [], tokens: [] };
  }

  run(name, argumentsText) {
    const { city } = JSON.parse(argumentsText);
    this.seen.names.push(name);
    this.seen.calls.push(JSON.parse(argumentsText));
    return `${city}: ${RESULTS[name]}`;
  }

  async chat() {
    const { client, patience, seen, setting } = this;
    const tools = setting.functions.map((definition) => ({ type: "function", function: definition }));
    const messages = [
      { role: "system", content: setting.instructions },
      { role: "user", content: setting.question },
    ];
    for (;;) {
      const asked = { model: "gpt-5.6-sol", messages, tools };
      const streamed = { ...asked, stream_options: { include_usage: true } };
      const completion = setting.streams
        ? await client.chat.completions.stream(streamed, patience).finalChatCompletion()
        : await client.chat.completions.create(asked, patience);
      const { content, tool_calls: calls = [] } = completion.choices[0].message;
      const { usage } = completion;
      if (usage) seen.tokens.push([usage.prompt_tokens, usage.completion_tokens]);
      seen.texts.push(content ?? "");
      if (!calls.length) return;
      const repeated = calls.map(({ id, function: { name, arguments: text } }) => ({
        id,
        type: "function",
        function: { name, arguments: text },
      }));
      messages.push({ role: "assistant", content, tool_calls: repeated });
      for (const call of calls) {
        const result = this.run(call.function.name, call.function.arguments);
        messages.push({ role: "tool", tool_call_id: call.id, content: result });
      }
    }
  }

  async responses() {
    const { client, patience, seen, setting } = this;
    const input = [{ role: "user", content: setting.question }];
    for (;;) {
      const asked = {
        model: "gpt-5.6-sol",
        instructions: setting.instructions,
        input,
        tools: setting.functions.map((definition) => ({ type: "function", ...definition })),
        store: false,
        include: ["reasoning.encrypted_content"],
      };
      const response = setting.streams
        ? await client.responses.stream(asked, patience).finalResponse()
        : await client.responses.create(asked, patience);
      seen.texts.push(response.output_text);
      const { usage } = response;
      if (usage) seen.tokens.push([usage.input_tokens, usage.output_tokens]);
      const calls = response.output.filter((item) => item.type === "function_call");
      if (!calls.length) return;
      input.push(...response.output.map(({ parsed_arguments: _, ...item }) => item));
      for (const call of calls) {
        input.push({ type: "function_call_output", call_id: call.call_id, output: this.run(call.name, call.arguments) });
      }
    }
  }
}

async function answer({ talk: number, ...setting }) {
  const connections = new Connections();
  const talk = new Talk(setting, connections);
  const reply = { talk: number };
  try {
    await (setting.protocol === "chat" ? talk.chat() : talk.responses());
    reply.seen = talk.seen;
  } catch (error) {
    reply.error = inspect(error);
  }
  await connections.destroy();
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line));

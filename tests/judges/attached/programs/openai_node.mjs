// Asks about the weather with OpenAI's library for Node, and prints what it saw.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const setting = JSON.parse(readFileSync(0, "utf8"));
const { default: OpenAI } = await import(pathToFileURL(`${setting.library}/index.mjs`).href);

const client = new OpenAI({
  baseURL: setting.base,
  apiKey: setting.key,
  maxRetries: setting.retries,
});
// Only so does a request tell how long its client waits.
const patience = { timeout: setting.timeout };
const seen = { texts: [], calls: [], tokens: [] };
const definition = { name: "get_weather", description: setting.description, parameters: setting.schema, strict: true };

function weather(argumentsText) {
  const { city } = JSON.parse(argumentsText);
  seen.calls.push(JSON.parse(argumentsText));
  return `${city}: 4 degrees, wind from the west`;
}

async function chat() {
  const messages = [
    { role: "system", content: setting.instructions },
    { role: "user", content: setting.question },
  ];
  for (;;) {
    const asked = { model: "gpt-5.6-sol", messages, tools: [{ type: "function", function: definition }] };
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
      messages.push({ role: "tool", tool_call_id: call.id, content: weather(call.function.arguments) });
    }
  }
}

async function responses() {
  const input = [{ role: "user", content: setting.question }];
  for (;;) {
    const asked = {
      model: "gpt-5.6-sol",
      instructions: setting.instructions,
      input,
      tools: [{ type: "function", ...definition }],
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
      input.push({ type: "function_call_output", call_id: call.call_id, output: weather(call.arguments) });
    }
  }
}

await (setting.protocol === "chat" ? chat() : responses());
process.stdout.write(JSON.stringify(seen));

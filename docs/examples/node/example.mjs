// Asks about the weather and runs the call: `callwright run -- node example.mjs`, with `npm install openai`.
//
// Without a key, Callwright answers itself: it calls the function below, then speaks from its result. With OPENAI_API_KEY set,
// OpenAI answers.

import OpenAI from "openai";

const MODEL = process.env.OPENAI_MODEL ?? "gpt-5-mini";
const FUNCTIONS = [
  {
    type: "function",
    function: {
      name: "get_weather",
      description: "Returns the weather in a city",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];

function getWeather({ city }) {
  return JSON.stringify({ city, temperature_c: 4, sky: "cloudy" });
}

// OpenAI's library reads OPENAI_BASE_URL, which Callwright sets.
const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? "callwright" });
const messages = [{ role: "user", content: "What is the weather in Oslo?" }];

for (;;) {
  const completion = await client.chat.completions.create({ model: MODEL, messages, tools: FUNCTIONS });
  const { message } = completion.choices[0];
  messages.push(message);
  if (!message.tool_calls?.length) {
    console.log(message.content);
    break;
  }
  for (const call of message.tool_calls) {
    console.log(`${call.function.name}(${call.function.arguments})`);
    const result = getWeather(JSON.parse(call.function.arguments));
    messages.push({ role: "tool", tool_call_id: call.id, content: result });
  }
}

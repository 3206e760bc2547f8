// Asks a model for its next message, over Chat Completions.
//
// Put your own agent in its place: `answer` takes messages and tools and returns the assistant's message.
// MODEL names the model, OPENAI_BASE_URL the service, OPENAI_API_KEY its key.

const base = (process.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(/\/$/, "");

export async function answer(messages, tools, settings) {
  const body = { model: process.env.MODEL, messages, ...settings, ...(tools.length > 0 ? { tools } : {}) };
  const response = await fetch(`${base}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()).choices[0].message;
}

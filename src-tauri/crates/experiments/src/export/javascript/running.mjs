// Runs a case: asks the model, answers its calls with the results of the case, until it speaks.

import { readdirSync, readFileSync } from "node:fs";
import { same } from "./expectations.mjs";
import { answer } from "./model.mjs";

const folder = new URL("./cases/", import.meta.url);

export function caseOf(id) {
  return JSON.parse(readFileSync(new URL(`${id}.json`, folder), "utf8"));
}

export function allCases() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => caseOf(name.slice(0, -".json".length)));
}

export async function run(of) {
  const messages = [...of.messages];
  const made = { rounds: 0, calls: [], text: null, cut: null };
  while (made.rounds < of.rounds) {
    const said = await answer(messages, of.tools, of.request);
    made.rounds += 1;
    messages.push(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)));
    made.text = said.content || made.text;
    const calls = said.tool_calls ?? [];
    if (calls.length === 0) return made;
    for (const call of calls) {
      const name = of.names[call.function.name] ?? call.function.name;
      const given = objectOf(call.function.arguments);
      made.calls.push({ function: name, arguments: given });
      messages.push({ role: "tool", tool_call_id: call.id, content: resultOf(of.results, name, given) });
    }
  }
  made.cut = `after ${of.rounds} requests it still called`;
  return made;
}

function objectOf(text) {
  try {
    const value = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function resultOf(results, name, given) {
  if (given === null) return "Error: the arguments are not JSON";
  const isMeant = (result) =>
    result.function === name && (result.arguments === undefined || same(result.arguments, given));
  const found = results.find(isMeant);
  if (found === undefined) return "Error: the case has no result for this function with these arguments";
  if ("failed" in found.answer) return `Error: ${found.answer.failed}`;
  const { returned } = found.answer;
  return typeof returned === "string" ? returned : JSON.stringify(returned);
}

import { expect, it } from "vitest";
import { runLine } from "$attached/state/runLine";

it.each([
  ["python", "--name=python"],
  ["Support agent", '--name="Support agent"'],
  ["Wow! $HOME", "--name='Wow! $HOME'"],
  ["Ann's `agent`", "--name='Ann'\\''s `agent`'"],
  ["--without", "--name=--without"],
  ["客服", '--name="客服"'],
])("names the program %s, quoted for a shell", (title, name) => {
  expect(runLine(title, "python agent.py")).toBe(`callwright run ${name} -- python agent.py`);
});

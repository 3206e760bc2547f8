import { expect, test } from "vitest";
import { hueOf, initialOf } from "$shared/layout/monogram";

test("a monogram is the first letter or digit of a name", () => {
  expect(["OpenAI", "  vLLM", "(z.ai)", "智谱", "01.AI", ""].map(initialOf)).toEqual([
    "O",
    "V",
    "Z",
    "智",
    "0",
    "?",
  ]);
});

test("well-known services have colours of their own", () => {
  const names = ["OpenAI", "Anthropic", "Google Gemini", "On this machine", "Mistral", "DeepSeek"];
  expect(new Set(names.map(hueOf)).size).toBeGreaterThanOrEqual(5);
  expect(hueOf("OpenAI")).toBe(hueOf("OpenAI"));
});

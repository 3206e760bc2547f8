import { expect, test } from "vitest";
import { usualModels } from "$services/usualModels";

test("what can't chat is not ticked", () => {
  const listed = [
    "text-embedding-4-large",
    "gpt-5.6-sol",
    "whisper-1",
    "gpt-5.6-realtime",
    "omni-moderation-latest",
  ];
  expect(usualModels(listed)).toEqual(["gpt-5.6-sol"]);
});

test("a model is ticked without its dated versions", () => {
  const listed = [
    "gpt-5.6-sol-2026-08-07",
    "gpt-5.6-sol",
    "claude-sonnet-5-20260915",
    "mistral-large-2607",
    "mistral-large-latest",
  ];
  expect(usualModels(listed)).toEqual(["gpt-5.6-sol", "mistral-large-latest"]);
});

test("where only dated ones are listed they are ticked, and never too many", () => {
  expect(usualModels(["claude-sonnet-5-20260915"])).toEqual(["claude-sonnet-5-20260915"]);
  expect(usualModels(Array.from({ length: 300 }, (_, at) => `chat-${"x".repeat(at + 1)}`))).toHaveLength(6);
});

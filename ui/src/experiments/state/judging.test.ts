import { expect, it } from "vitest";
import type { Judge } from "$contract";
import { emptyJudge, judgeOf, judgeRuleOf } from "$experiments/state/judging";

it("reads a judge as it was written", () => {
  const script: Judge = { script: { command: ["python3", "check.py", "two words"], seconds: 30 } };
  const model: Judge = { model: { model: "openai/gpt", question: "Is it kind?" } };
  expect(judgeOf(judgeRuleOf(script))).toEqual(script);
  expect(judgeOf(judgeRuleOf(model))).toEqual(model);
});

it("is none without a command, a time or a question", () => {
  expect(judgeOf(emptyJudge("openai/gpt"))).toBeNull();
  const script = { ...emptyJudge(""), kind: "script" as const };
  expect(judgeOf(script)).toBeNull();
  expect(judgeOf({ ...script, command: "./check.sh", seconds: "0" })).toBeNull();
  expect(judgeOf({ ...script, command: "./check.sh" })).toEqual({
    script: { command: ["./check.sh"], seconds: 10 },
  });
});

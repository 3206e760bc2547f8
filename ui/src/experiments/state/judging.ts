import { say } from "$language/say";
import type { Judge } from "$contract";

/** A script or a model that judges, as it is written in fields. */
export type JudgeRule = {
  kind: "script" | "model";
  /** The program and its arguments, one a line. */
  command: string;
  seconds: string;
  model: string;
  question: string;
};

export const JUDGE_KINDS: readonly { value: JudgeRule["kind"]; title: string }[] = [
  { value: "model", title: say("A model judges") },
  { value: "script", title: say("A script judges") },
];

/** A command, one word a line. */
export const COMMAND_EXAMPLE = "python3\ncheck.py";

const USUAL_SECONDS = 10;
const MOST_SECONDS = 600;

export function emptyJudge(model: string): JudgeRule {
  return { kind: "model", command: "", seconds: String(USUAL_SECONDS), model, question: "" };
}

export function judgeRuleOf(judge: Judge): JudgeRule {
  if ("script" in judge) {
    const { command, seconds } = judge.script;
    return { ...emptyJudge(""), kind: "script", command: command.join("\n"), seconds: String(seconds) };
  }
  return { ...emptyJudge(judge.model.model), question: judge.model.question };
}

/** Nothing, where a field can't be read. */
export function judgeOf({ kind, command, seconds, model, question }: JudgeRule): Judge | null {
  if (kind === "model")
    return model === "" || question.trim() === "" ? null : { model: { model, question: question.trim() } };
  const words = command.split("\n").filter((line) => line.trim() !== "");
  const time = Number(seconds);
  const isTime = Number.isInteger(time) && time >= 1 && time <= MOST_SECONDS;
  return words.length === 0 || !isTime ? null : { script: { command: words, seconds: time } };
}

import { count, say } from "$language/say";
import { told } from "$language/told";
import type { CaseFault, ExpectedText, JsonValue } from "$contract";

/** In what a run falls short. */
export function faultWords(fault: CaseFault): string {
  switch (fault.kind) {
    case "missingCall":
      return say("Call {number} is missing: {function}", {
        number: fault.expected + 1,
        function: fault.function,
      });
    case "unexpectedCall":
      return say("{function} was called, which was not expected", { function: fault.function });
    case "otherFunction":
      return say("Call {number}: {called} was called in place of {wanted}", {
        number: fault.expected + 1,
        called: fault.called,
        wanted: fault.wanted,
      });
    case "argument":
      return argumentWords(fault);
    case "malformed":
      return say("{function}: the arguments can't be read", { function: fault.function });
    case "forbiddenCall":
      return say("{function} must not be called", { function: fault.function });
    case "words":
      return textWords(fault.expected);
    case "rounds":
      return say("{taken}, where the limit is {allowed}", {
        taken: count(fault.taken, "round", "rounds"),
        allowed: fault.allowed,
      });
    case "unfinished":
      return say("The turn did not end by itself: {reason}", {
        reason: fault.notice === undefined ? fault.reason : told(fault.notice),
      });
    case "judged":
      return fault.byModel
        ? say("Judged by the model {judge}: {reason}", { judge: fault.judge, reason: fault.reason })
        : say("Judged by the script {judge}: {reason}", { judge: fault.judge, reason: fault.reason });
  }
}

function argumentWords({ expected, path, problem, ...fault }: CaseFault & { kind: "argument" }): string {
  const values = { number: expected + 1, function: fault.function, path };
  if (problem === "missing") return say("Call {number}, {function} {path}: missing", values);
  return "unexpected" in problem
    ? say("Call {number}, {function} {path}: {value} was not expected", {
        ...values,
        value: json(problem.unexpected.value),
      })
    : say("Call {number}, {function} {path}: {value} is not as expected", {
        ...values,
        value: json(problem.differs.value),
      });
}

function json(value: JsonValue): string {
  return JSON.stringify(value);
}

function textWords(expected: ExpectedText): string {
  if (expected === "something") return say("The model says nothing");
  if (expected === "nothing") return say("The model says something");
  return "contains" in expected
    ? say("The answer does not contain “{part}”", { part: expected.contains })
    : say("The answer does not match {pattern}", { pattern: expected.pattern });
}

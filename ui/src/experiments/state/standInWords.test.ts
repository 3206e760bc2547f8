import { expect, test } from "vitest";
import { standInWords } from "$experiments/state/standInWords";

test("each kind of stand-in says what answers", () => {
  const answers = [{ returned: "rain" }, { failed: "no answer" }];
  expect(standInWords("a.b", { template: "{{ city }}" })).toBe("A template answers a.b.");
  expect(standInWords("a.b", { sequence: { answers } })).toBe(
    "2 fixed answers answer a.b, one after the other.",
  );
  expect(standInWords("a.b", { sequence: { answers: answers.slice(1) } })).toBe(
    "The same fixed answer answers a.b each time.",
  );
  expect(standInWords("a.b", "recorded")).toBe(
    "Recordings answer a.b, and frozen results where there is none.",
  );
});

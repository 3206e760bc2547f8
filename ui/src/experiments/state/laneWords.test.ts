import { expect, test } from "vitest";
import { laneOptions, laneText, laneWords } from "$experiments/state/laneWords";

const MODELS = [
  { model: "acme/pro", title: "Pro", service: "Acme" },
  { model: "acme/pro:large", title: "Pro large", service: "Acme" },
  { model: "hub/pro", title: "Pro", service: "Hub" },
];

test("a lane is told by the title and the service of its model, and by what it differs in", () => {
  const words = (name: string) => Object.values(laneWords(name, MODELS));
  expect(words("acme/pro temperature=0.2")).toEqual(["Pro", "Acme", "temperature=0.2"]);
  expect(words("acme/pro:large")).toEqual(["Pro large", "Acme", ""]);
  expect(words("recorded:hub/pro temperature=0")).toEqual(["Pro", "Hub", "recorded · temperature=0"]);
  expect(words("gone/model seed=1")).toEqual(["gone/model seed=1", null, ""]);
  expect(words("attached/gpt-5 seed=1")).toEqual(["gpt-5 seed=1", null, ""]);
  expect(words("recorded:attached/gpt-5")).toEqual(["gpt-5", null, "recorded"]);
});

test("within a text, models of the same title are told apart by their services", () => {
  expect(laneText("hub/pro seed=1", MODELS)).toBe("Pro · Hub · seed=1");
  expect(laneText("acme/pro:large", MODELS)).toBe("Pro large");
});

test("lanes to choose from have the signs of their services", () => {
  expect(laneOptions(["acme/pro", "gone"], MODELS)).toEqual([
    { value: "acme/pro", title: "Pro", note: "Acme", sign: "Acme" },
    { value: "gone", title: "gone" },
  ]);
});

import { expect, it } from "vitest";
import { modelOptionsWith } from "$content/modelOptions";
import { modelName, modelTitle, ownModel } from "$content/modelTitle";

const MODELS = [
  { model: "acme/pro", title: "Pro", service: "Acme" },
  { model: "hub/pro", title: "Pro", service: "Hub" },
  { model: "hub/gpt-5", title: "gpt-5", service: "Hub" },
];

it("names the model of an attached program as the program asks for it", () => {
  expect(modelName("attached/gpt-5")).toBe("gpt-5");
  expect(modelName("attached/openai/gpt-5")).toBe("openai/gpt-5");
  expect(modelName("hub/attached/gpt-5")).toBe("hub/attached/gpt-5");
  expect(modelTitle([], "attached/gpt-5")).toBe("gpt-5");
});

it("is asked by its program alone, and not by a session of one’s own", () => {
  expect(["acme/pro", "attached/gpt-5", undefined].map(ownModel)).toEqual(["acme/pro", null, null]);
});

it("tells models of one title apart by the service, and a program’s model by being one", () => {
  expect(modelTitle(MODELS, "acme/pro")).toBe("Pro (Acme)");
  expect(modelTitle(MODELS, "hub/gpt-5")).toBe("gpt-5");
  expect(modelTitle(MODELS, "attached/gpt-5")).toBe("gpt-5 (attached program)");
});

it("keeps the id of a model that is not set up any more, and says where none was named", () => {
  expect(modelTitle(MODELS, "gone/model")).toBe("gone/model");
  expect(modelTitle(MODELS, "unknown")).toBe("model not named");
});

it("offers the model of a program beside those that are set up only while it is chosen", () => {
  const titles = (chosen: string | null, program?: string): string[] =>
    modelOptionsWith(MODELS, chosen, program).map(({ title, note }) => `${title} · ${note}`);
  const others = ["Pro · Acme", "Pro · Hub", "gpt-5 · Hub"];
  expect(titles("attached/gpt-5", "Support agent")).toEqual(["gpt-5 · Support agent", ...others]);
  expect(titles("attached/gpt-5")).toEqual(["gpt-5 · Attached program", ...others]);
  expect(titles("acme/pro", "Support agent")).toEqual(others);
  expect(titles(null)).toEqual(others);
});

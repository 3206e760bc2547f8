import { expect, it } from "vitest";
import { InstructionsDrafts } from "$settings/instructionsDrafts";

const given = (text: string) => ({ text, values: {} });

it("keeps what is written where the saved instructions change meanwhile", () => {
  const drafts = new InstructionsDrafts();
  drafts.of("s1", given("Be brief.")).write("Be brief and kind.");
  const after = drafts.of("s1", given("Be long."));
  expect([after.text, after.isChanged]).toEqual(["Be brief and kind.", true]);
});

it("follows the saved instructions where nothing is written", () => {
  const drafts = new InstructionsDrafts();
  expect(drafts.of("s1", given("Be brief.")).isChanged).toBe(false);
  expect(drafts.of("s1", given("Be long.")).text).toBe("Be long.");
});

it("has nothing left to save once what is written was saved", () => {
  const drafts = new InstructionsDrafts();
  drafts.of("s1", given("")).write("Be kind.");
  expect(drafts.of("s1", given("Be kind.")).isChanged).toBe(false);
});

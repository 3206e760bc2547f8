import { expect, it } from "vitest";
import { noticedText } from "$calls/noticed";

it("says what became of a stop that nobody answered in time", () => {
  const [goesOn, fails] = [false, true].map((hasFailed) => noticedText({ type: "outOfTime", hasFailed }));
  expect(goesOn).toBe("Nobody decided here before the program would have given up, so it went on unchanged.");
  expect(fails).toBe("Nobody decided here before the program would have given up, so it got an error.");
});

import { expect, it } from "vitest";
import { noticedText } from "$calls/noticed";

it("says what became of a stop that nobody answered in time", () => {
  const [goesOn, fails] = [false, true].map((hasFailed) => noticedText({ type: "outOfTime", hasFailed }));
  expect(goesOn).toBe("Nobody decided before the program’s time-out, so everything went on unchanged.");
  expect(fails).toBe("Nobody decided before the program’s time-out, so the program got an error.");
});

import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { Allowed, FunctionFacts, Terms } from "$contract";
import ConsentChange from "$functions/components/ConsentChange.svelte";
import { consentChange } from "$functions/state/consent";

const NAME = { plugin: "acme", function: "note" };
const TERMS: Terms = {
  runs: "python server.py",
  program: "1",
  description: "Keeps a note.",
  parameters: { type: "object" },
  effect: "changes",
};

function factsOf(fingerprint: string, terms: Terms, allowed: Allowed[]): FunctionFacts {
  return {
    runBy: "application",
    projections: [],
    recordings: 0,
    needs: [],
    agreement: { fingerprint, terms },
    allowed,
    said: null,
  };
}

const agreed = (fingerprint: string, terms?: Terms): Allowed => ({
  function: NAME,
  fingerprint,
  arguments: null,
  ...(terms === undefined ? {} : { terms }),
});

it("shows what is different from what was allowed, for good or in the session", () => {
  const now = { ...TERMS, program: "2", description: "Keeps a note, and sends it away." };
  const change = { before: TERMS, now };
  expect(consentChange(factsOf("b", now, [agreed("a", TERMS)]), NAME, [])).toEqual(change);
  expect(consentChange(factsOf("b", now, []), NAME, [agreed("a", TERMS)])).toEqual(change);
  render(ConsentChange, { change });
  expect(screen.getByText("The files it runs are not those you allowed.")).toBeTruthy();
  expect(screen.getByText("Keeps a note.")).toBeTruthy();
  expect(screen.getByText("Keeps a note, and sends it away.")).toBeTruthy();
});

it("says why it asks again about what an earlier version has allowed", () => {
  const change = consentChange(factsOf("b", TERMS, [agreed("python server.py")]), NAME, []);
  expect(change).toEqual({ before: null, now: TERMS });
  render(ConsentChange, { change: { before: null, now: TERMS } });
  expect(screen.getByText(/in an earlier version/)).toBeTruthy();
});

it("has nothing to say of what was never allowed, or is as it was", () => {
  expect(consentChange(factsOf("a", TERMS, []), NAME, [])).toBeNull();
  expect(consentChange(factsOf("a", TERMS, [agreed("a", TERMS)]), NAME, [])).toBeNull();
});

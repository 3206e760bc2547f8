import { afterEach, expect, it, vi } from "vitest";
import type { Done } from "$session/history.svelte";
import { SettingSteps } from "$session/settingSteps";

afterEach(() => vi.useRealTimers());

it("takes changes that follow each other at once for one, and others each by itself", () => {
  vi.useFakeTimers();
  const told: Done[] = [];
  const steps = new SettingSteps((done) => told.push(done));
  const note = (what: string): void => steps.note(what, () => Promise.resolve(true));
  note("plan");
  vi.advanceTimersByTime(400);
  note("plan");
  expect(told.length).toBe(1);
  note("functions");
  expect(told.length).toBe(2);
  vi.advanceTimersByTime(2000);
  note("functions");
  expect(told.length).toBe(3);
  expect(told.every(({ isQuiet }) => isQuiet === true)).toBe(true);
});

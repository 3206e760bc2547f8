import { beforeEach, expect, it, vi } from "vitest";
import { whenStill } from "$shared/stillness";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it("waits for the time that was asked for, and as long after the last scrolling", () => {
  const work = vi.fn();
  whenStill(500, work);
  vi.advanceTimersByTime(400);
  document.dispatchEvent(new Event("scroll"));
  vi.advanceTimersByTime(400);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledOnce();
});

it("does nothing that was called off, even where it has waited already", () => {
  const work = vi.fn();
  const callOff = whenStill(500, work);
  document.dispatchEvent(new Event("scroll"));
  vi.advanceTimersByTime(499);
  callOff();
  vi.advanceTimersByTime(5_000);
  expect(work).not.toHaveBeenCalled();
});

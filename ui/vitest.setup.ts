import { beforeEach, expect, vi } from "vitest";

// jsdom lays nothing out and has no media queries, and components ask for both.
class NoResizes implements ResizeObserver {
  observe(): void {
    // Nothing ever changes its size here.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}

vi.stubGlobal("ResizeObserver", NoResizes);
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

// Files share a page, so what one leaves there is found by another. The tests of tools have none.
beforeEach(() => {
  if (typeof document === "undefined") return;
  const left = document.body.innerHTML;
  document.body.replaceChildren();
  expect(left, "what the test before this one left in the page").toBe("");
});

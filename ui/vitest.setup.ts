import { vi } from "vitest";

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

import { createSubscriber } from "svelte/reactivity";

/** The time as it passes. It ticks only while somebody looks. */
export class ClockState {
  readonly #subscribe: () => void;

  constructor(milliseconds: number) {
    this.#subscribe = createSubscriber((update) => {
      const ticking = setInterval(update, milliseconds);
      return () => clearInterval(ticking);
    });
  }

  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

/** For running calls. */
export const stopwatch = new ClockState(100);

/** For lists that say how long ago something was. */
export const calendar = new ClockState(30_000);

import { ClockState } from "$shared/clock.svelte";

/** For times that are counted down. */
export const seconds = new ClockState(1000);

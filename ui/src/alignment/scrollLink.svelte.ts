import { SvelteMap } from "svelte/reactivity";
import type { SessionId } from "$contract";

/** How far a reader is: at which question, and how far through its answer, from 0 to 1. */
export type Spot = { question: number; through: number; isAtEnd: boolean };

/** A list that can say where its reader is, and go where another one is. */
export type Scroller = { spot: () => Spot | null; goTo: (spot: Spot) => void };

/** What a list needs to go along with the others. */
export type LinkedList = { join: (scroller: Scroller) => () => void; scrolled: () => void };

/** Lets lists go along with the one that a person scrolls, question by question. */
export class ScrollLink {
  readonly isOn = $derived.by(() => this.#isOn);

  #isOn = $state(true);
  readonly #scrollers = new SvelteMap<SessionId, Scroller>();
  #led: SessionId | null = null;

  /** The link as the list of one session sees it. */
  of(id: SessionId): LinkedList {
    return { join: (scroller) => this.#join(id, scroller), scrolled: () => this.#scrolled(id) };
  }

  #join(id: SessionId, scroller: Scroller): () => void {
    this.#scrollers.set(id, scroller);
    return () => {
      if (this.#scrollers.get(id) === scroller) this.#scrollers.delete(id);
    };
  }

  toggle(): void {
    this.#isOn = !this.#isOn;
    if (this.#isOn && this.#led !== null) this.#scrolled(this.#led);
  }

  /** A person has taken hold of this list. The others only follow, so that no two lead each other. */
  lead(id: SessionId): void {
    this.#led = id;
  }

  /** Nobody leads, because every list goes somewhere of its own. */
  rest(): void {
    this.#led = null;
  }

  #scrolled(id: SessionId): void {
    const spot = this.#isOn && this.#led === id ? (this.#scrollers.get(id)?.spot() ?? null) : null;
    if (spot === null) return;
    for (const [other, scroller] of this.#scrollers) if (other !== id) scroller.goTo(spot);
  }
}

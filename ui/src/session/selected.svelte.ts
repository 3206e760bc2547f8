import type { FunctionName, TurnId } from "$contract";
import type { CallKey } from "$timeline/model";

export type InspectorTab = "item" | "selection" | "wire" | "timing" | "events";

export type Target = { type: "call"; call: CallKey } | { type: "function"; name: FunctionName };

export type RoundAt = { turn: TurnId; number: number };

/** What the inspector shows. */
export class SelectedState {
  readonly tab = $derived.by(() => this.#tab);
  readonly target = $derived.by(() => this.#target);
  /** The round a person asked for. Without one the inspector shows the newest. */
  readonly round = $derived.by(() => this.#round);

  #tab = $state<InspectorTab>("item");
  #target = $state.raw<Target | null>(null);
  #round = $state.raw<RoundAt | null>(null);

  show(tab: InspectorTab): void {
    this.#tab = tab;
  }

  select(target: Target): void {
    this.#target = target;
    this.#tab = "item";
  }

  /** A call brings its round along, so that the other tabs show what belongs to it. */
  selectCall(call: CallKey, round: RoundAt | null): void {
    this.select({ type: "call", call });
    this.#round = round;
  }

  /** Takes up the call that a turn stopped at, in the tab that a person looks at. */
  follow(call: CallKey): void {
    this.#target = { type: "call", call };
    this.#round = null;
  }

  selectRound(round: RoundAt | null, tab: InspectorTab = this.#tab): void {
    this.#round = round;
    this.#tab = tab;
  }

  /** Shows the newest round again. */
  followRounds(): void {
    this.#round = null;
  }
}

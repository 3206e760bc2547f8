import type { FunctionName, MessageId, TurnId } from "$contract";
import type { CallKey } from "$state/model";

export type InspectorTab = "item" | "selection" | "wire" | "events";

export type Target =
  | { type: "call"; call: CallKey }
  | { type: "message"; message: MessageId }
  | { type: "function"; name: FunctionName }
  | { type: "round" };

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

  select(target: Target, round: RoundAt | null = null): void {
    this.#target = target;
    this.#tab = "item";
    if (round !== null) this.#round = round;
  }

  selectRound(round: RoundAt | null, tab: InspectorTab = this.#tab): void {
    this.#round = round;
    this.#tab = tab;
  }

  clear(): void {
    this.#target = null;
    this.#round = null;
  }
}

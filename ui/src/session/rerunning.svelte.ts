import type { RerunFrom, SessionId, TurnPlan } from "$contract";

/** Another run from an earlier place, while a person chooses how. */
export class RerunState {
  readonly from = $derived.by(() => this.#from);
  readonly session = $derived.by(() => this.#session);
  /** What it goes on from, in words. */
  readonly title = $derived.by(() => this.#title);
  readonly plan = $derived.by(() => this.#plan);

  #from = $state.raw<RerunFrom | null>(null);
  #session = $state<SessionId | null>(null);
  #title = $state("");
  #plan = $state.raw<TurnPlan | null>(null);

  open(from: RerunFrom, session: SessionId, title: string, plan: TurnPlan): void {
    this.#from = from;
    this.#session = session;
    this.#title = title;
    this.#plan = plan;
  }

  change(plan: TurnPlan): void {
    this.#plan = plan;
  }

  close(): void {
    this.#from = null;
    this.#plan = null;
  }
}

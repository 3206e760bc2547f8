import type { CommandError, ModelId, ModelPrice, Prices, PriceTable, Usage } from "$contract";
import { asHostError, type Host } from "$host/host";
import { costOf, costText, priceOf } from "$models/cost";
import { answeringModel, isPaid, type Timeline, type TurnState } from "$timeline/model";

/** What models cost, and the table while it is being changed. */
export class PricesState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly prices = $derived.by(() => this.#prices);
  readonly table = $derived.by((): PriceTable | null => this.#prices?.table ?? null);
  readonly draft = $derived.by(() => this.#draft);
  readonly error = $derived.by(() => this.#error);
  readonly isChanged = $derived.by(
    () => this.#draft !== null && JSON.stringify(this.#draft) !== JSON.stringify(this.table),
  );

  readonly #host: Host;
  #isOpen = $state(false);
  #prices = $state.raw<Prices | null>(null);
  #draft = $state.raw<PriceTable | null>(null);
  #error = $state.raw<CommandError | null>(null);

  constructor(host: Host) {
    this.#host = host;
  }

  async load(): Promise<void> {
    await this.#take(() => this.#host.call("prices_read", {}));
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    await this.load();
  }

  close(): void {
    this.#isOpen = false;
    this.#draft = null;
    this.#error = null;
  }

  change(row: number, price: ModelPrice): void {
    this.#write((models) => models.with(row, price));
  }

  remove(row: number): void {
    this.#write((models) => models.toSpliced(row, 1));
  }

  /** A new row stands first, because the first that fits counts. */
  add(model = ""): void {
    this.#write((models) => [{ model }, ...models]);
  }

  date(asOf: string): void {
    if (this.#draft !== null) this.#draft = { ...this.#draft, asOf };
  }

  async save(): Promise<boolean> {
    const draft = this.#draft;
    return draft !== null && this.#take(() => this.#host.call("prices_save", draft));
  }

  /** Goes back to the table that ships. */
  reset(): Promise<boolean> {
    return this.#take(() => this.#host.call("prices_reset", {}));
  }

  priceOf(model: ModelId): ModelPrice | null {
    return priceOf(this.table, model);
  }

  /** What a request cost, in words. Nothing, where nobody knows. */
  textOf(usage: Usage | null, model: ModelId | null): string | null {
    if (usage === null || model === null) return null;
    const cost = costOf(usage, this.priceOf(model));
    return cost === null ? null : costText(cost);
  }

  /** What a turn cost: its requests, each at the price of the model that answered it. */
  turnCost(turn: TurnState): number | null {
    const costs = turn.rounds.flatMap((round) => {
      const model = answeringModel(round, turn.plan.model);
      return round.usage === null || model === null ? [] : [costOf(round.usage, this.priceOf(model))];
    });
    return costs.length === 0 ? null : sum(costs);
  }

  /** What all turns of a session cost, on every branch. At least that, where some of them have no price. */
  sessionCost(timeline: Timeline): { cost: number; isLeast: boolean } | null {
    const turns = timeline.turnOrder.flatMap((id) => timeline.turns[id] ?? []);
    const counted = turns.filter(({ rounds }) => rounds.some(isPaid));
    const costs = counted.map((turn) => this.turnCost(turn));
    const known = costs.filter((cost) => cost !== null);
    const cost = known.reduce((total, one) => total + one, 0);
    return known.length === 0 ? null : { cost, isLeast: known.length < costs.length };
  }

  #write(change: (models: ModelPrice[]) => ModelPrice[]): void {
    if (this.#draft !== null) this.#draft = { ...this.#draft, models: change(this.#draft.models) };
  }

  async #take(ask: () => Promise<Prices>): Promise<boolean> {
    this.#error = null;
    try {
      this.#prices = await ask();
      this.#draft = this.#prices.table;
      return true;
    } catch (error) {
      this.#error = asHostError(error);
      return false;
    }
  }
}

/** One that is not known makes the whole unknown. */
function sum(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>(
    (total, cost) => (total === null || cost === null ? null : total + cost),
    0,
  );
}

import { SvelteMap } from "svelte/reactivity";
import type { CommandError, FactsOfModel, ModelId, ModelRows, RequestSettings } from "$contract";
import { asHostError, type Host } from "$host/host";
import { hasWire } from "$content/naming";
import { type Refused, refusedBy } from "$plan/refusals";

/** What models accept, and a person’s own rows of it while they are written. */
export class AcceptedState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly rows = $derived.by(() => this.#rows);
  readonly text = $derived.by(() => this.#text);
  readonly error = $derived.by(() => this.#error);
  readonly isChanged = $derived.by(() => this.#rows !== null && this.#text !== this.#rows.text);
  /** The model that is looked at. */
  readonly model = $derived.by(() => this.#model);

  readonly #host: Host;
  readonly #known = new SvelteMap<ModelId, FactsOfModel>();
  #isOpen = $state(false);
  #rows = $state.raw<ModelRows | null>(null);
  #text = $state("");
  #error = $state.raw<CommandError | null>(null);
  #model = $state<ModelId | null>(null);

  constructor(host: Host) {
    this.#host = host;
  }

  async open(model: ModelId | null): Promise<void> {
    this.#isOpen = true;
    if (model !== null) void this.look(model);
    await this.#take(() => this.#host.call("models_read", {}));
  }

  close(): void {
    this.#isOpen = false;
    this.#error = null;
  }

  async look(model: ModelId): Promise<void> {
    this.#model = model;
    await this.learn(model);
  }

  /** Asks what a model accepts, once. Nothing is known of a model without a service. */
  async learn(model: ModelId): Promise<void> {
    if (!hasWire(model) || this.#known.has(model)) return;
    const found = await this.#host.call("model_facts", { model }).catch(() => null);
    if (found !== null) this.#known.set(model, found);
  }

  of(model: ModelId): FactsOfModel | null {
    return this.#known.get(model) ?? null;
  }

  refusedBy(model: ModelId, settings: RequestSettings): Refused {
    const known = this.#known.get(model);
    return known === undefined ? {} : refusedBy(nameOf(model), known.facts, settings);
  }

  write(text: string): void {
    this.#text = text;
  }

  async save(): Promise<void> {
    await this.#change(() => this.#host.call("models_save", { text: this.#text }));
  }

  /** Goes back to the table that ships. */
  async reset(): Promise<void> {
    await this.#change(() => this.#host.call("models_reset", {}));
  }

  /** Other rows say other things of every model, so all are asked for anew. */
  async #change(ask: () => Promise<ModelRows>): Promise<void> {
    if (!(await this.#take(ask))) return;
    this.#known.clear();
    if (this.#model !== null) await this.learn(this.#model);
  }

  async #take(ask: () => Promise<ModelRows>): Promise<boolean> {
    this.#error = null;
    try {
      this.#rows = await ask();
      this.#text = this.#rows.text;
      return true;
    } catch (error) {
      this.#error = asHostError(error);
      return false;
    }
  }
}

/** The name of a model without its service. */
export function nameOf(model: ModelId): string {
  return model.slice(model.indexOf("/") + 1);
}

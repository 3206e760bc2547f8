import type { Lane, LaneComparison, ModelId, SessionId } from "$contract";
import { asHostError } from "$host/host";
import type { App } from "$session/app";
import { MOST_LANES, type LanesState } from "$lanes/lanes.svelte";

type Comparing = App & { openLanes(comparison: LaneComparison, lane: SessionId): void };

/** What several models are put beside: a session that stands alone, or the lanes of a comparison. */
type Beside = { type: "session"; session: SessionId } | { type: "lanes"; lanes: LanesState };

/** Several models that are chosen at once for a comparison. */
export class SeveralModelsState {
  readonly isOpen = $derived.by(() => this.#beside !== null);
  readonly chosen = $derived.by(() => this.#chosen);
  readonly isBusy = $derived.by(() => this.#isBusy);
  /** How many lanes have room beside those there are. */
  readonly most = $derived.by(
    () => MOST_LANES - (this.#beside?.type === "lanes" ? this.#beside.lanes.lanes.length : 1),
  );

  readonly #app: Comparing;
  #beside = $state.raw<Beside | null>(null);
  #chosen = $state.raw<readonly ModelId[]>([]);
  #isBusy = $state(false);

  constructor(app: Comparing) {
    this.#app = app;
  }

  open(beside: Beside): void {
    this.#beside = beside;
    this.#chosen = [];
  }

  close(): void {
    this.#beside = null;
  }

  toggle(model: ModelId): void {
    if (this.#chosen.includes(model)) this.#chosen = this.#chosen.filter((one) => one !== model);
    else if (this.#chosen.length < this.most) this.#chosen = [...this.#chosen, model];
  }

  /** Makes a lane for each of them, in the order in which they were chosen. */
  async begin(): Promise<void> {
    const beside = this.#beside;
    if (beside === null || this.#chosen.length === 0 || this.#isBusy) return;
    this.#isBusy = true;
    try {
      if (beside.type === "session") await this.#compare(beside.session, this.#chosen);
      else await addAll(beside.lanes, this.#chosen);
      this.close();
    } catch (error) {
      this.#app.report(asHostError(error));
    } finally {
      this.#isBusy = false;
    }
  }

  async #compare(session: SessionId, [first, ...others]: readonly ModelId[]): Promise<void> {
    const { host } = this.#app;
    let comparison = await host.call("comparison_create", { session, model: first ?? null, asks: true });
    let lanes = comparison.lanes;
    const second = lanes[1]?.session ?? session;
    for (const model of others) {
      // The lanes before ask by now, and only what rests can be copied.
      const args = { comparison: comparison.id, from: session, model, asks: true };
      comparison = await host.call("lane_add", args);
      lanes = [...lanes, ...comparison.lanes.filter((lane) => !lanes.some((one) => isSame(one, lane)))];
    }
    if (others.length > 0)
      comparison = await host.call("lanes_arrange", { comparison: comparison.id, lanes });
    this.#app.openLanes(comparison, second);
  }
}

async function addAll(lanes: LanesState, models: readonly ModelId[]): Promise<void> {
  const from = lanes.lanes.findLast(({ session }) => session.phase === "idle") ?? lanes.lanes.at(-1);
  if (from === undefined) return;
  for (const model of models) await lanes.add(from.lane.session, model);
}

function isSame(one: Lane, other: Lane): boolean {
  return one.session === other.session;
}

import type { ChangedFunction, CommandError, FunctionName, Selection, SelectionPlan } from "$contract";
import { asHostError, type Host } from "$host/host";
import type { SessionState } from "$session/session.svelte";

/** How long typing must pause before functions are ranked again. */
const STILL_FOR = 80;

/** A choice of functions that is looked at and not made: what if this were said, or set, or described? */
export class SelectionTrial {
  readonly text = $derived.by(() => this.#text);
  readonly plan = $derived.by(() => this.#plan ?? this.#session.plan?.selection ?? null);
  readonly changed = $derived.by(() => this.#changed);
  readonly shown = $derived.by(() => this.#shown);
  readonly selection = $derived.by(() => this.#selection);
  readonly error = $derived.by(() => this.#error);
  /** Whether something other than the words differs from the session. */
  readonly isChanged = $derived.by(() => this.#plan !== null || this.#changed !== null);

  readonly #session: SessionState;
  readonly #host: Host;
  #text = $state("");
  #plan = $state.raw<SelectionPlan | null>(null);
  #changed = $state.raw<ChangedFunction | null>(null);
  #shown = $state.raw<FunctionName | null>(null);
  #selection = $state.raw<Selection | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the looks, so that a late answer to an earlier one is not taken for the last. */
  #looks = 0;

  constructor(session: SessionState, host: Host) {
    this.#session = session;
    this.#host = host;
  }

  say(text: string): void {
    this.#text = text;
    this.#lookSoon();
  }

  aim(plan: SelectionPlan): void {
    this.#plan = plan;
    this.#lookSoon();
  }

  /** Describes a function in another way, or as it is. */
  describe(changed: ChangedFunction | null): void {
    this.#changed = changed;
    this.#lookSoon();
  }

  /** Lists a function however far down it is. */
  ask(name: FunctionName | null): void {
    this.#shown = name;
    this.#lookSoon();
  }

  /** Sets the threshold above what calls for no function. */
  async calibrate(): Promise<void> {
    const plan = this.plan;
    if (plan === null) return;
    try {
      const asked = { session: this.#session.id, ranking: plan.ranking };
      const { threshold } = await this.#host.call("selection_calibrate", asked);
      this.aim({ ...plan, ranking: { ...plan.ranking, threshold: Math.round(threshold * 100) / 100 } });
    } catch (error) {
      this.#error = asHostError(error);
    }
  }

  reset(): void {
    this.#plan = null;
    this.#changed = null;
    this.#lookSoon();
  }

  /** Makes the session choose as it was tried. */
  async keep(): Promise<void> {
    const { plan } = this.#session;
    if (plan === null || this.#plan === null) return;
    await this.#session.configure({ ...plan, selection: this.#plan });
    this.#plan = null;
  }

  /** Offers what was found, until the next search. */
  async offerFound(): Promise<void> {
    const { plan } = this.#session;
    const found = this.#selection?.candidates.filter(({ verdict }) => verdict === "ranked") ?? [];
    if (plan === null) return;
    const functions = found.map((candidate) => candidate.function);
    const selection = {
      ...plan.selection,
      mode: { type: "external" as const, search: this.#text, functions },
    };
    await this.#session.configure({ ...plan, selection });
    this.#plan = null;
    await this.look();
  }

  async look(): Promise<void> {
    const plan = this.plan;
    if (plan === null) return;
    const look = ++this.#looks;
    const shown = this.#shown === null ? [] : [this.#shown];
    const asked = { session: this.#session.id, text: this.#text, plan, changed: this.#changed, shown };
    try {
      const selection = await this.#host.call("selection_try", asked);
      if (look !== this.#looks) return;
      this.#selection = selection;
      this.#error = null;
    } catch (error) {
      if (look === this.#looks) this.#error = asHostError(error);
    }
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), STILL_FOR);
  }
}

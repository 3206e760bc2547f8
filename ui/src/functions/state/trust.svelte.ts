import type { FunctionFacts, FunctionName } from "$contract";
import { Attempt } from "$host/attempt.svelte";
import type { Host } from "$host/host";

/** One tool of a server, as it was when it was looked at. */
export type TrustedTool = { name: FunctionName; needs: readonly string[]; isAllowed: boolean };

type Known = { name: FunctionName; facts: FunctionFacts };

/** How many tools are asked about at once. A browser refuses a thousand requests at a time. */
const AT_ONCE = 24;

/**
 * The consent for all tools of a server at once. Each tool is allowed as it was when it was looked at, so one that is
 * changed or added later asks again.
 */
export class TrustState {
  /** The tools that ask before they run. Nothing as long as it is not known. */
  readonly tools = $derived.by((): TrustedTool[] | null => this.#known?.map(toolOf) ?? null);
  readonly isWhole = $derived.by(() => this.tools?.every(({ isAllowed }) => isAllowed) ?? false);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #known = $state.raw<Known[] | null>(null);
  #looks = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Looks at the tools as they are now. */
  async look(names: readonly FunctionName[]): Promise<void> {
    const look = (this.#looks += 1);
    try {
      const known: Known[] = [];
      for (const some of batches(names)) {
        known.push(...(await Promise.all(some.map((name) => this.#know(name)))));
        if (look !== this.#looks) return;
      }
      if (look === this.#looks) this.#known = known.filter(({ facts }) => facts.agreement !== null);
    } catch (error) {
      if (look === this.#looks) this.#attempt.failed(error);
    }
  }

  /** Allows every tool that still asks, always and with any arguments, as it was when it was looked at. */
  give(): Promise<boolean> {
    return this.#each(async ({ name, facts: { agreement } }) => {
      if (agreement === null) return;
      const { fingerprint } = agreement;
      const consent = { function: name, fingerprint, arguments: null, lasting: "always" } as const;
      await this.#host.call("consent_give", { ...consent, session: null });
    }, false);
  }

  /** Takes back what was allowed always. */
  takeBack(): Promise<boolean> {
    return this.#each(async ({ name }) => {
      await this.#host.call("consent_forget", { function: name });
    }, true);
  }

  async #know(name: FunctionName): Promise<Known> {
    return { name, facts: await this.#host.call("function_facts", { function: name }) };
  }

  /** What went wrong with one tool ends it. What is shown afterwards is what is kept. */
  async #each(change: (tool: Known) => Promise<void>, isAllowed: boolean): Promise<boolean> {
    const known = this.#known ?? [];
    const isDone = await this.#attempt.make(async () => {
      const wanted = known.filter((tool) => toolOf(tool).isAllowed === isAllowed);
      for (const some of batches(wanted)) await Promise.all(some.map(change));
    });
    await this.look(known.map(({ name }) => name));
    return isDone;
  }
}

/** A few at a time, in order. */
function* batches<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}

function toolOf({ name, facts }: Known): TrustedTool {
  const isAllowed = facts.allowed.some(
    (one) => one.arguments === null && one.fingerprint === facts.agreement?.fingerprint,
  );
  return { name, needs: facts.needs, isAllowed };
}

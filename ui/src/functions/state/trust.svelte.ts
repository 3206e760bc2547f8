import type { FunctionConsent, FunctionName } from "$contract";
import { Attempt } from "$host/attempt.svelte";
import type { Host } from "$host/host";

/** A tool that asks before it runs, as it was when it was looked at. */
export type TrustedTool = FunctionConsent & { fingerprint: string };

/**
 * The consent for all tools of a server at once. Each tool is allowed as it was when it was looked at, so one that is
 * changed or added later asks again.
 */
export class TrustState {
  /** The tools that ask before they run. Nothing as long as it is not known. */
  readonly tools = $derived.by(() => this.#tools);
  readonly isWhole = $derived.by(() => this.#tools?.every(({ isAllowed }) => isAllowed) ?? false);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #tools = $state.raw<TrustedTool[] | null>(null);
  #looks = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Looks at the tools as they are now. */
  async look(functions: readonly FunctionName[]): Promise<void> {
    const look = (this.#looks += 1);
    try {
      const consents = await this.#host.call("consents_read", { functions: [...functions] });
      if (look === this.#looks) this.#tools = consents.filter(asks);
    } catch (error) {
      if (look === this.#looks) this.#attempt.failed(error);
    }
  }

  /** Allows every tool that still asks, always and with any arguments, as it was when it was looked at. */
  give(): Promise<boolean> {
    return this.#change(async (tools) => {
      const asking = tools.filter(({ isAllowed }) => !isAllowed);
      const consents = asking.map(({ function: name, fingerprint }) => ({ function: name, fingerprint }));
      await this.#host.call("consents_give", { consents });
    });
  }

  /** Takes back what was allowed always. */
  takeBack(): Promise<boolean> {
    return this.#change(async (tools) => {
      await this.#host.call("consents_forget", { functions: namesOf(tools) });
    });
  }

  /** What is shown afterwards is what is kept. */
  async #change(work: (tools: TrustedTool[]) => Promise<void>): Promise<boolean> {
    const tools = this.#tools ?? [];
    const isDone = await this.#attempt.make(() => work(tools));
    await this.look(namesOf(tools));
    return isDone;
  }
}

function asks(consent: FunctionConsent): consent is TrustedTool {
  return consent.fingerprint !== null;
}

function namesOf(tools: readonly TrustedTool[]): FunctionName[] {
  return tools.map((tool) => tool.function);
}

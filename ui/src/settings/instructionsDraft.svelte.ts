import type { Instructions, InstructionsVersion, SessionId } from "$contract";
import { asHostError, type Host } from "$host/host";
import type { App } from "$session/app";
import { instructionsOf, linesOf, ownVariables, withoutValue } from "$plan/instructions";

/** The instructions of one session while they are written. */
export class InstructionsDraft {
  readonly text = $derived.by(() => this.#text);
  readonly values = $derived.by(() => this.#values);
  readonly instructions = $derived.by(() => instructionsOf(this.#text, this.#values));
  readonly isChanged = $derived.by(() => linesOf(this.instructions) !== linesOf(this.#given));
  /** The variables that need a value. */
  readonly variables = $derived.by(() => ownVariables(this.#text));
  /** Those of them that have none and would be sent as they are written. */
  readonly open = $derived.by(() => withoutValue({ text: this.#text, values: filled(this.#values) }));

  readonly #given: Instructions | undefined;
  #text = $state("");
  #values = $state.raw<Record<string, string>>({});

  constructor(given: Instructions | undefined) {
    this.#given = given;
    this.restore();
  }

  isOf(given: Instructions | undefined): boolean {
    return linesOf(given) === linesOf(this.#given);
  }

  /** Drops what is written. */
  restore(): void {
    this.use(this.#given ?? null);
  }

  write(text: string): void {
    this.#text = text;
  }

  setValue(name: string, value: string): void {
    this.#values = { ...this.#values, [name]: value };
  }

  /** Puts a variable at the end. */
  insert(name: string): void {
    const gap = this.#text === "" || /\s$/.test(this.#text) ? "" : " ";
    this.#text = `${this.#text}${gap}{{${name}}}`;
  }

  /** Takes up what was written before. */
  use(instructions: Instructions | null): void {
    this.#text = instructions?.text ?? "";
    this.#values = { ...instructions?.values };
  }
}

/** The instructions a session had, once they are asked for. */
export class InstructionsHistory {
  readonly versions = $derived.by(() => this.#versions);

  readonly #host: Host;
  readonly #report: App["report"];
  #versions = $state.raw<InstructionsVersion[] | null>(null);

  constructor({ host, report }: Pick<App, "host" | "report">) {
    this.#host = host;
    this.#report = report;
  }

  async read(session: SessionId): Promise<void> {
    try {
      this.#versions = await this.#host.call("instructions_versions", { session });
    } catch (error) {
      this.#report(asHostError(error));
    }
  }
}

function filled(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

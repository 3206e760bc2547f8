import { say } from "$language/say";
import type { Definition, DefinitionForm, Notice, PastedSettings } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";
import { assertNever } from "$shared/assertNever";

/** Definitions while they are looked at before they are kept. */
export class PastedDraft {
  readonly id: string;
  readonly title = $derived.by(() => this.#title);
  readonly definitions = $derived.by(() => this.#definitions);
  readonly forms = $derived.by(() => this.#forms);
  readonly notes = $derived.by(() => this.#notes);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly isNew = $derived.by(() => this.id === "");
  readonly obstacle = $derived.by(() => this.#obstacleOf());

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #title = $state("");
  #definitions = $state.raw<Definition[]>([]);
  #forms = $state.raw<DefinitionForm[]>([]);
  #notes = $state.raw<readonly Notice[]>([]);

  constructor(host: Host, settings: PastedSettings | null) {
    this.#host = host;
    this.id = settings?.id ?? "";
    this.#title = settings?.title ?? "";
    this.#definitions = settings?.definitions ?? [];
  }

  name(title: string): void {
    this.#title = title;
  }

  leaveOut(name: string): void {
    this.#definitions = this.#definitions.filter((definition) => definition.name !== name);
  }

  /** What is read comes to what is there. The newer definition of a name counts. */
  async read(text: string): Promise<void> {
    await this.#attempt.make(async () => {
      const { forms, definitions, notes } = await this.#host.call("definitions_read", { text });
      const names = definitions.map(({ name }) => name);
      this.#definitions = [...this.#definitions.filter(({ name }) => !names.includes(name)), ...definitions];
      this.#forms = forms;
      this.#notes = notes;
      const [first] = forms;
      if (this.#title === "" && first !== undefined)
        this.#title = say("From {formText}", { formText: formText(first) });
    });
  }

  async save(): Promise<boolean> {
    return this.#attempt.make(async () => {
      const { id } = this;
      await this.#host.call("definitions_save", { id, title: this.#title, definitions: this.#definitions });
    });
  }

  #obstacleOf(): string | null {
    if (this.#definitions.length === 0) return say("Paste some definitions first");
    return this.#title.trim() === "" ? say("Give them a name") : null;
  }
}

export function formText(form: DefinitionForm): string {
  switch (form) {
    case "openAiChat":
      return say("OpenAI chat");
    case "openAiResponses":
      return "OpenAI Responses";
    case "anthropic":
      return "Anthropic";
    case "gemini":
      return "Gemini";
    case "mcp":
      return "MCP";
    default:
      return assertNever(form);
  }
}

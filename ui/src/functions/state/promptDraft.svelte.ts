import { say } from "$language/say";
import type { ModelId, ParameterKind, PromptParameter, PromptSettings } from "$contract";
import type { Host } from "$host/host";
import { Attempt } from "$host/attempt.svelte";
import { readJson } from "$shared/text/json";
import { wordsOf } from "$functions/state/templateWords";

export const PARAMETER_KINDS: readonly { value: ParameterKind; title: string }[] = [
  { value: "text", title: say("Text") },
  { value: "integer", title: say("Whole number") },
  { value: "number", title: say("Number") },
  { value: "truth", title: say("Yes or no") },
  { value: "texts", title: say("List of texts") },
  { value: "anything", title: say("Anything") },
];

/** A parameter as it is being written. The default stands as a text, so that what is no value yet is not lost. */
export type ParameterDraft = Omit<PromptParameter, "default"> & { default: string };

/** A prompt while it is written. */
export class PromptDraft {
  readonly settings = $derived.by(() => this.#settings);
  readonly parameters = $derived.by(() => this.#parameters);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly obstacle = $derived.by(() => this.#obstacleOf());
  /** Words of the template that stand for nothing yet. */
  readonly unknown = $derived.by(() => {
    const names = this.#parameters.map(({ name }) => name);
    return wordsOf(this.#settings.template).filter((word) => !names.includes(word));
  });

  readonly #host: Host;
  readonly #attempt = new Attempt();
  #settings = $state.raw<PromptSettings>(newPrompt(""));
  #parameters = $state.raw<ParameterDraft[]>([]);

  constructor(host: Host, settings: PromptSettings | null, model: ModelId) {
    this.#host = host;
    this.#settings = settings ?? newPrompt(model);
    this.#parameters = this.#settings.parameters.map((parameter) => ({
      ...parameter,
      default: parameter.default === null ? "" : JSON.stringify(parameter.default),
    }));
  }

  change(settings: Partial<PromptSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  add(name: string): void {
    const parameter = { name, description: "", kind: "text" as const, isRequired: true, default: "" };
    this.#parameters = [...this.#parameters, parameter];
  }

  setParameter(index: number, change: Partial<ParameterDraft>): void {
    this.#parameters = this.#parameters.map((parameter, at) =>
      at === index ? { ...parameter, ...change } : parameter,
    );
  }

  removeParameter(index: number): void {
    this.#parameters = this.#parameters.filter((_, at) => at !== index);
  }

  async save(): Promise<boolean> {
    if (this.obstacle !== null) return false;
    return this.#attempt.make(async () => {
      const parameters = this.#parameters.map((parameter) => ({
        ...parameter,
        default: parameter.default.trim() === "" ? null : (defaultOf(parameter) ?? null),
      }));
      await this.#host.call("prompt_save", { ...this.#settings, parameters });
    });
  }

  #obstacleOf(): string | null {
    const { name, template, model } = this.#settings;
    if (!/^[A-Za-z0-9_]+$/.test(name.trim()))
      return say("Its name needs letters, digits and underscores only");
    if (template.trim() === "") return say("Write the template");
    if (model === "") return say("Choose a model");
    const wrong = this.#parameters.find(
      (parameter) => parameter.default.trim() !== "" && defaultOf(parameter) === undefined,
    );
    return wrong === undefined ? null : say("The default of {name} is no value", { name: wrong.name });
  }
}

function newPrompt(model: ModelId): PromptSettings {
  return {
    id: "",
    name: "",
    description: "",
    parameters: [],
    template: "",
    instructions: null,
    model,
    temperature: null,
    answersJson: false,
  };
}

/** A text may stand without its quotes; everything else is JSON. */
function defaultOf({ kind, default: text }: ParameterDraft): PromptParameter["default"] | undefined {
  const { node } = readJson(text);
  if (node !== null) return JSON.parse(text) as PromptParameter["default"];
  return kind === "text" ? text : undefined;
}

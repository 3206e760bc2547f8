import { asWritten } from "$language/notices";
import type { CommandName, ListedLocalModel, ListedLocalModels, NamedLocalModel } from "$contract";

const COMMANDS = [
  "local_models",
  "local_model_fetch",
  "local_model_pause",
  "local_model_forget",
  "local_model_add",
] as const;

type LocalCommand = (typeof COMMANDS)[number];

/** A build without an engine offers nothing. */
export const NO_LOCAL_MODELS: ListedLocalModels = {
  models: [],
  folder: "models",
  hasEngine: false,
  freeMemory: null,
};

export function isLocalCommand(command: CommandName): command is LocalCommand {
  return COMMANDS.some((known) => known === command);
}

/** What would be said of the models of this computer, as if nothing were to happen by itself. */
export class ScriptedLocal {
  #listed: ListedLocalModels;

  constructor(listed: ListedLocalModels) {
    this.#listed = listed;
  }

  reply(command: LocalCommand, args: unknown): ListedLocalModels {
    const { path } = args as NamedLocalModel;
    switch (command) {
      case "local_model_fetch":
        this.#change(path, (model) => ({
          ...model,
          state: {
            type: "fetching",
            step: "fetching",
            from: model.sources[0] ?? asWritten(""),
            done: doneOf(model),
          },
        }));
        break;
      case "local_model_pause":
        this.#change(path, (model) => ({ ...model, state: { type: "paused", done: doneOf(model) } }));
        break;
      case "local_model_forget":
        this.#change(path, (model) => ({ ...model, state: { type: "absent" }, model: null }));
        break;
      case "local_models":
      case "local_model_add":
        break;
    }
    return this.#listed;
  }

  #change(path: string, change: (model: ListedLocalModel) => ListedLocalModel): void {
    const models = this.#listed.models.map((model) => (model.path === path ? change(model) : model));
    this.#listed = { ...this.#listed, models };
  }
}

function doneOf({ state }: ListedLocalModel): number {
  return state.type === "fetching" || state.type === "paused" ? state.done : 0;
}

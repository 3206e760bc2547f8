import { say } from "$language/say";
import type {
  CommandError,
  CommandName,
  Commands,
  ListedLocalModel,
  ListedLocalModels,
  ModelId,
} from "$contract";
import { asHostError, type ChooseFile } from "$host/host";
import type { App } from "$session/app";

/** How often is looked while something is under way. */
const EVERY = 400;

type ListingCommand = {
  [C in CommandName]: Commands[C]["reply"] extends ListedLocalModels ? C : never;
}[CommandName];

/** The models that run on this computer, those that could, and the way there. */
export class LocalModelsState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly listed = $derived.by(() => this.#listed);
  readonly error = $derived.by(() => this.#error);
  readonly isBusy = $derived.by(() => this.#isBusy);
  /** The one that a newcomer is offered: the one on its way, or else the one that is recommended. */
  readonly offer = $derived.by(() => {
    const offered = this.#offered();
    return offered.find(({ state }) => state.type !== "absent") ?? recommended(offered);
  });
  /** The smallest, where it is another one and neither was begun. */
  readonly smaller = $derived.by(() => {
    const [offered, offer] = [this.#offered(), this.offer];
    const [smallest = null] = [...offered].sort((one, other) => one.bytes - other.bytes);
    return offer?.state.type === "absent" && smallest?.path !== offer.path ? smallest : null;
  });
  /** One that can be used: best the one that is recommended. */
  readonly ready = $derived.by(() => {
    return recommended(this.#listed?.models.filter(({ model }) => model !== null) ?? []);
  });

  readonly #app: App;
  readonly #chooseFile: ChooseFile | undefined;
  #isOpen = $state(false);
  #listed = $state.raw<ListedLocalModels | null>(null);
  #error = $state.raw<CommandError | null>(null);
  #isBusy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: App, chooseFile?: ChooseFile) {
    this.#app = app;
    this.#chooseFile = chooseFile;
  }

  /** Whether the system has a window for choosing a file. */
  get canChoose(): boolean {
    return this.#chooseFile !== undefined;
  }

  #offered(): ListedLocalModel[] {
    return this.#listed?.models.filter(({ kind }) => kind === "offered") ?? [];
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    this.#error = null;
    await this.watch();
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Looks once, and again as long as something is under way, whether or not anything shows it. */
  async watch(): Promise<void> {
    await this.#ask("local_models", {});
  }

  fetch({ path }: ListedLocalModel): Promise<boolean> {
    return this.#work("local_model_fetch", { path });
  }

  pause({ path }: ListedLocalModel): Promise<boolean> {
    return this.#work("local_model_pause", { path });
  }

  /** Deletes a model, or leaves out one whose file is a person's own. */
  forget({ path }: ListedLocalModel): Promise<boolean> {
    return this.#work("local_model_forget", { path });
  }

  /** Lets a person choose a file. Null where they did not. */
  async choose(): Promise<string | null> {
    this.#error = null;
    const wanted = { title: say("Choose a model"), kind: say("Models in GGUF format"), ending: "gguf" };
    try {
      return (await this.#chooseFile?.(wanted)) ?? null;
    } catch (error) {
      this.#error = asHostError(error);
      return null;
    }
  }

  /** Uses a file on this computer. */
  add(path: string): Promise<boolean> {
    return this.#work("local_model_add", { path });
  }

  async #work<C extends ListingCommand>(command: C, args: Commands[C]["args"]): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#error = null;
    const isDone = await this.#ask(command, args);
    this.#isBusy = false;
    return isDone;
  }

  async #ask<C extends ListingCommand>(command: C, args: Commands[C]["args"]): Promise<boolean> {
    clearTimeout(this.#timer);
    try {
      const listed: ListedLocalModels = await this.#app.host.call(command, args);
      await this.#take(listed);
      return true;
    } catch (error) {
      this.#error = asHostError(error);
      return false;
    } finally {
      clearTimeout(this.#timer);
      const isUnderWay = this.#listed?.models.some(({ state }) => state.type === "fetching") ?? false;
      if (isUnderWay) this.#timer = setTimeout(() => void this.watch(), EVERY);
    }
  }

  /** Where models have come or gone, the whole window hears of it. */
  async #take(listed: ListedLocalModels): Promise<void> {
    const before = this.#listed === null ? null : usable(this.#listed);
    this.#listed = listed;
    if (before !== null && before.join() !== usable(listed).join()) await this.#app.load();
  }
}

/** The first, where none is. */
function recommended(models: ListedLocalModel[]): ListedLocalModel | null {
  return models.find(({ isRecommended }) => isRecommended) ?? models[0] ?? null;
}

function usable({ models }: ListedLocalModels): ModelId[] {
  return models.flatMap(({ model }) => (model === null ? [] : [model]));
}

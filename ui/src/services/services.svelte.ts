import { told } from "$language/told";
import type { CheckedService, ListedServices, SaveService, ServiceSettings, TestedService } from "$contract";
import type { App } from "$session/app";
import { SvelteMap } from "svelte/reactivity";
import { Attempt } from "$host/attempt.svelte";
import { usualModels } from "$services/usualModels";

/** A service as it is being written. Secrets are in here from when they are typed to when they are saved. */
export interface ServiceDraft {
  readonly settings: ServiceSettings;
  readonly key: string;
  readonly headerValues: Readonly<Record<string, string>>;
}

/** The services, and the one that is being set up or changed. */
export class ServicesState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly listed = $derived.by(() => this.#listed);
  readonly draft = $derived.by(() => this.#draft);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  /** What the service said when it was tried, until something is changed that it depends on. */
  readonly tested = $derived.by(() => this.#tested);

  /** The models a service listed when it was tried last. What was saved holds for good, the rest while the window is open. */
  readonly models = $derived.by(() => {
    const { id = "", told: saved = {} } = this.#draft?.settings ?? {};
    return this.#tested?.models ?? this.#kept.get(id) ?? Object.keys(saved);
  });
  /** Whether a person wanted to save a service of which no model is ticked. */
  readonly isModelMissing = $derived.by(
    () => this.#isWarned && this.#draft !== null && this.#draft.settings.models.length === 0,
  );

  /** What is to be said of the draft as it is. */
  readonly checked = $derived.by(() => this.#checked);

  readonly #app: App;
  readonly #attempt = new Attempt();
  #isOpen = $state(false);
  #listed = $state.raw<ListedServices | null>(null);
  #draft = $state.raw<ServiceDraft | null>(null);
  #tested = $state.raw<TestedService | null>(null);
  #checked = $state.raw<CheckedService | null>(null);
  #isWarned = $state(false);
  readonly #kept = new SvelteMap<string, readonly string[]>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Where there is no service yet, the first is begun. */
  async open(): Promise<void> {
    this.#isOpen = true;
    await this.#load();
    if (this.#listed?.services.length === 0) this.add();
  }

  /** Begins another service at once. */
  async openNew(): Promise<void> {
    await this.open();
    if (this.#draft === null) this.add();
  }

  close(): void {
    this.#isOpen = false;
    this.leave();
  }

  /** Goes back to the list. What was typed is forgotten, a key above all. */
  leave(): void {
    this.#draft = null;
    this.#checked = null;
    this.#tested = null;
    this.#isWarned = false;
    this.#attempt.forget();
  }

  add(): void {
    const kind = this.#listed?.kinds[0];
    if (kind === undefined) return;
    this.leave();
    const settings: ServiceSettings = {
      id: "",
      kind: kind.id,
      title: told(kind.title),
      address: kind.address,
      key: kind.needsKey ? { type: "kept" } : { type: "none" },
      headers: [],
      models: [],
      proxy: { type: "usual" },
      certificates: null,
      delivery: "streamed",
      idleSeconds: null,
      atOnce: null,
    };
    this.#draft = { settings, key: "", headerValues: {} };
  }

  edit(settings: ServiceSettings): void {
    this.leave();
    this.#draft = { settings, key: "", headerValues: {} };
    void this.#check();
  }

  /** Another kind brings its own name, address and key, where they were not written by the person. */
  chooseKind(id: string): void {
    const draft = this.#draft;
    const kinds = this.#listed?.kinds ?? [];
    const [before, after] = [draft?.settings.kind, id].map((name) => kinds.find((kind) => kind.id === name));
    if (draft === null || after === undefined) return;
    const { title, address } = draft.settings;
    this.change({
      kind: id,
      title:
        title === "" || (before !== undefined && title === told(before.title)) ? told(after.title) : title,
      address: address === before?.address || address === "" ? after.address : address,
      key: after.needsKey && draft.settings.key.type === "none" ? { type: "kept" } : draft.settings.key,
    });
  }

  change(settings: Partial<ServiceSettings>): void {
    if (this.#draft === null) return;
    this.#draft = { ...this.#draft, settings: { ...this.#draft.settings, ...settings } };
    if (Object.keys(settings).some((name) => name !== "models" && name !== "title")) this.#tested = null;
    void this.#check();
  }

  typeKey(key: string): void {
    if (this.#draft === null) return;
    this.#draft = { ...this.#draft, key };
    void this.#check();
  }

  /** A header without a name is not there any more. */
  setHeader(before: string, name: string, value: string | null): void {
    if (this.#draft === null) return;
    const { [before]: old, ...others } = this.#draft.headerValues;
    const kept = value ?? old;
    const names = this.#draft.settings.headers.filter((header) => header !== before && header !== name);
    const headers = name === "" ? names : [...names, name];
    this.change({ headers });
    const headerValues = name === "" || kept === undefined ? others : { ...others, [name]: kept };
    this.#draft = { ...this.#draft, headerValues };
    void this.#check();
  }

  toggleModel(name: string): void {
    const models = this.#draft?.settings.models ?? [];
    this.change({
      models: models.includes(name) ? models.filter((other) => other !== name) : [...models, name],
    });
  }

  /** Ticks or unticks several at once. */
  tick(names: readonly string[], isTicked: boolean): void {
    const models = (this.#draft?.settings.models ?? []).filter((name) => !names.includes(name));
    this.change({ models: isTicked ? [...models, ...names] : models });
  }

  /** Asks the service for its models. Where none was ticked, those are that most people would tick. */
  async test(): Promise<void> {
    await this.#work(async (args) => {
      const tested = await this.#app.host.call("service_test", args);
      this.#tested = tested;
      if (args.settings.id !== "") this.#kept.set(args.settings.id, tested.models);
      if (this.#draft?.settings.models.length === 0) this.change({ models: usualModels(tested.models) });
    });
  }

  /** Without a model a service adds nothing to any list, so that is said once before it is saved. */
  async save(): Promise<void> {
    if (this.#draft?.settings.models.length === 0 && !this.#isWarned) {
      this.#isWarned = true;
      return;
    }
    await this.#work(async (args) => {
      await this.#app.host.call("service_save", args);
      this.leave();
      await this.#reload();
    });
  }

  async remove(service: string): Promise<void> {
    try {
      await this.#app.host.call("service_remove", { service });
      await this.#reload();
    } catch (error) {
      this.#attempt.failed(error);
    }
  }

  /** Has the person open the keychain. The system asks for the password, not we. */
  async unlock(): Promise<void> {
    await this.#attempt.make(async () => {
      this.#listed = await this.#app.host.call("keychain_unlock", {});
      await this.#app.load();
    });
  }

  /** Only the word on the newest draft is shown. */
  async #check(): Promise<void> {
    const draft = this.#draft;
    if (draft === null) return;
    try {
      const checked = await this.#app.host.call("service_check", sent(draft));
      if (this.#draft === draft) this.#checked = checked;
    } catch (error) {
      this.#attempt.failed(error);
    }
  }

  async #work(work: (args: SaveService) => Promise<void>): Promise<void> {
    this.#goWithoutKey();
    const draft = this.#draft;
    if (draft !== null) await this.#attempt.make(() => work(sent(draft)));
  }

  /** Where a service has an address of its own, many need no key: none was typed, so none is sent. */
  #goWithoutKey(): void {
    const draft = this.#draft;
    const kind = this.#listed?.kinds.find(({ id }) => id === draft?.settings.kind);
    if (draft === null || kind?.address !== "" || draft.settings.id !== "") return;
    if (draft.settings.key.type === "kept" && draft.key.trim() === "") this.change({ key: { type: "none" } });
  }

  async #reload(): Promise<void> {
    await Promise.all([this.#load(), this.#app.load()]);
  }

  async #load(): Promise<void> {
    try {
      this.#listed = await this.#app.host.call("services_list", {});
    } catch (error) {
      this.#attempt.failed(error);
    }
  }
}

function sent({ settings, key, headerValues }: ServiceDraft): SaveService {
  return { settings, key: key.trim() === "" ? null : key, headerValues };
}

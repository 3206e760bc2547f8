import type { CommandError } from "$contract";
import { asHostError } from "$host/host";
import type { Arrived, NewVersion, Updates } from "$host/updates";

const KEPT_AS = "callwright.updates";

/** Kept until the window is closed. The page is opened anew when another language is chosen. */
const INSTALLED_AS = "callwright.updates.installed";

/** How far an update is. Nobody has looked yet, there is none, it is downloaded, or it runs with the next start. */
export type UpdateStand = "unknown" | "looking" | "newest" | "found" | "installing" | "installed";

/** Newer versions of the window: whether they are looked for at each start, what was found, and how far it is. */
export class UpdatesState {
  readonly isOpen = $derived.by(() => this.#isOpen);
  readonly looksAtStart = $derived.by(() => this.#looksAtStart);
  readonly stand = $derived.by(() => this.#stand);
  readonly found = $derived.by(() => this.#found);
  readonly arrived = $derived.by(() => this.#arrived);
  readonly error = $derived.by(() => this.#error);
  /** Whether this window can be updated at all. */
  readonly canUpdate: boolean;

  readonly #storage: Storage;
  readonly #untilClosed: Storage;
  readonly #updates: Updates | undefined;
  #isOpen = $state(false);
  #looksAtStart = $state(false);
  #stand = $state<UpdateStand>("unknown");
  #found = $state.raw<NewVersion | null>(null);
  #arrived = $state.raw<Arrived | null>(null);
  #error = $state.raw<CommandError | null>(null);

  constructor(storage: Storage, updates?: Updates, untilClosed: Storage = sessionStorage) {
    this.#storage = storage;
    this.#untilClosed = untilClosed;
    this.#updates = updates;
    this.canUpdate = updates !== undefined;
    this.#looksAtStart = storage.getItem(KEPT_AS) === "on";
    const installed = untilClosed.getItem(INSTALLED_AS);
    if (installed === null) return;
    this.#found = JSON.parse(installed) as NewVersion;
    this.#stand = "installed";
  }

  /** Looks at the start, where a person has asked for it. A network that is absent is told when a person looks. */
  async begin(): Promise<void> {
    if (!this.canUpdate || !this.#looksAtStart) return;
    await this.look();
    if (!this.#isOpen) this.#error = null;
  }

  open(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    this.#error = null;
  }

  lookAtStart(isOn: boolean): void {
    this.#looksAtStart = isOn;
    if (isOn) this.#storage.setItem(KEPT_AS, "on");
    else this.#storage.removeItem(KEPT_AS);
  }

  async look(): Promise<void> {
    if (this.#updates === undefined || this.#isBusy()) return;
    this.#error = null;
    this.#stand = "looking";
    try {
      this.#found = await this.#updates.look();
      this.#stand = this.#found === null ? "newest" : "found";
    } catch (error) {
      this.#error = asHostError(error);
      this.#stand = this.#found === null ? "unknown" : "found";
    }
  }

  /** Downloads, verifies and installs the version that is shown. */
  async install(): Promise<void> {
    if (this.#updates === undefined || this.#found === null || this.#isBusy()) return;
    this.#error = null;
    this.#stand = "installing";
    const installed = JSON.stringify(this.#found);
    try {
      await this.#updates.install(this.#found.version, (arrived) => (this.#arrived = arrived));
      this.#untilClosed.setItem(INSTALLED_AS, installed);
      this.#stand = "installed";
    } catch (error) {
      this.#error = asHostError(error);
      this.#stand = "found";
    } finally {
      this.#arrived = null;
    }
  }

  /** What is installed already is not looked for again. */
  #isBusy(): boolean {
    return this.#stand === "looking" || this.#stand === "installing" || this.#stand === "installed";
  }
}

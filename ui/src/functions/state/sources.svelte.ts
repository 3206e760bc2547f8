import type { CommandError, Definition, OwnSourcesNow } from "$contract";
import { asHostError, type Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import type { PluginKind } from "$functions/state/pluginDraft.svelte";

/** What is set up or looked at. */
export type SourceSheet =
  | { type: "server"; id: string | null }
  | { type: "details"; id: string }
  | { type: "pasted"; id: string | null; found?: Found }
  | { type: "prompt"; id: string | null }
  | { type: "plugin"; kind: PluginKind }
  | { type: "own"; id: string };

/** Definitions that came with something else and are not kept yet. */
export type Found = { title: string; definitions: Definition[] };

/** What sources need of the application around them. */
type SourceSurroundings = {
  readonly host: Host;
  /** Is called with each new version of the sources. */
  hearSources: (version: number) => void;
  report(error: CommandError): void;
};

/** The sources a person has set up, what servers ask, and what is run by hand. */
export class SourcesState {
  readonly now = $derived.by(() => this.#now);
  readonly sheet = $derived.by(() => this.#sheet);
  readonly servers = $derived.by(() => this.#now?.servers ?? []);
  /** The source that was added last and is to be brought into sight. */
  readonly sought = $derived.by(() => this.#sought);
  readonly requests = $derived.by(() => this.#now?.requests ?? []);

  readonly #app: SourceSurroundings;
  readonly #attempt: Try;
  #now = $state.raw<OwnSourcesNow | null>(null);
  #sheet = $state.raw<SourceSheet | null>(null);
  #sought = $state<string | null>(null);
  /** What a feed has told of last. */
  #told = 0;
  #isLoading = false;

  constructor(app: SourceSurroundings) {
    this.#app = app;
    this.#attempt = reporting((error) => app.report(error));
    app.hearSources = (version) => {
      this.#told = Math.max(this.#told, version);
      void this.load();
    };
  }

  get host(): Host {
    return this.#app.host;
  }

  open(sheet: SourceSheet): void {
    this.#sheet = sheet;
    void this.load(true);
  }

  close(): void {
    this.#sheet = null;
  }

  /** Has a source brought into sight, as soon as it is listed. */
  seek(source: string): void {
    this.#sought = source;
  }

  /** It is in sight. */
  found(): void {
    this.#sought = null;
  }

  /** Reads how things stand. Told while it reads, it reads once more. */
  async load(isForced = false): Promise<void> {
    if (this.#isLoading || (!isForced && (this.#now?.version ?? -1) >= this.#told)) return;
    this.#isLoading = true;
    try {
      this.#now = await this.host.call("sources_list", {});
      this.#told = Math.min(this.#told, this.#now.version + 1);
    } catch (error) {
      this.report(asHostError(error));
      return;
    } finally {
      this.#isLoading = false;
    }
    if (this.#now.version < this.#told) await this.load();
  }

  async restart(source: string): Promise<void> {
    await this.#try(() => this.host.call("server_restart", { source }), `restart ${source}`);
  }

  /** The address to log in at comes as a request of the server. */
  async logIn(source: string): Promise<void> {
    if (await this.#try(() => this.host.call("server_log_in", { source }), `logIn ${source}`)) this.close();
  }

  async remove(source: string): Promise<boolean> {
    const isRemoved = await this.#try(() => this.host.call("source_remove", { source }), `remove ${source}`);
    if (isRemoved) this.close();
    return isRemoved;
  }

  /** Takes a plugin out of use. Its files stay. */
  async putAway(source: string): Promise<void> {
    if (await this.#try(() => this.host.call("source_put_away", { source }), `remove ${source}`))
      this.close();
  }

  report(error: CommandError): void {
    this.#app.report(error);
  }

  #try(work: () => Promise<unknown>, name: string): Promise<boolean> {
    return this.#attempt(async () => {
      await work();
      await this.load(true);
    }, name);
  }
}

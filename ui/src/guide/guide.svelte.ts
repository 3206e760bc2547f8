import type { Guide } from "$contract";
import type { Host } from "$host/host";
import { type HelpPlace } from "$guide/help";
import { newsSince, type VersionNews } from "$guide/news";
import { tourSteps } from "$guide/tourSteps";

/** What a person is led through: the tour, once; what is new, once for each version; help, whenever it is asked for. */
export class GuideState {
  /** The step of the tour that is shown, counted from 0. */
  readonly step = $derived.by(() => this.#step);
  /** What is new, while it is shown. */
  readonly news = $derived.by(() => this.#news);
  /** The place that help was asked for at, while the sheet is open. */
  readonly place = $derived.by(() => this.#place);

  readonly #host: Host;
  /** What was shown before. Nothing, before it is read. */
  #kept: Guide | null = null;
  #version = "";
  #step = $state<number | null>(null);
  #news = $state.raw<VersionNews[]>([]);
  #place = $state<HelpPlace | null>(null);

  constructor(host: Host) {
    this.#host = host;
  }

  /** Takes in which version runs, and shows what is new since the one before. The first one has nothing new. */
  async load(version: string): Promise<void> {
    this.#version = version;
    try {
      this.#kept = await this.#host.call("guide_read", {});
    } catch {
      // Guidance that can't be had is missed by nobody.
      return;
    }
    const before = this.#kept.seenVersion;
    if (before === version) return;
    this.#news = before === null ? [] : newsSince(before, version);
    if (this.#news.length === 0) await this.#keep({ seenVersion: version });
  }

  /** Begins the tour, unless it was finished or skipped before. */
  offerTour(): void {
    if (this.#kept?.isTourOver === false) this.beginTour();
  }

  beginTour(): void {
    this.#step = 0;
  }

  next(): void {
    if (this.#step === null) return;
    if (this.#step + 1 < tourSteps().length) this.#step += 1;
    else this.endTour();
  }

  back(): void {
    if (this.#step !== null && this.#step > 0) this.#step -= 1;
  }

  /** Ends the tour for good. It can be begun again from the palette. */
  endTour(): void {
    this.#step = null;
    void this.#keep({ isTourOver: true });
  }

  showNews(news: VersionNews[]): void {
    this.#news = news;
  }

  closeNews(): void {
    this.#news = [];
    void this.#keep({ seenVersion: this.#version });
  }

  askHelp(place: HelpPlace): void {
    this.#place = place;
  }

  closeHelp(): void {
    this.#place = null;
  }

  async #keep(change: Partial<Guide>): Promise<void> {
    const kept = { ...(this.#kept ?? { isTourOver: false, seenVersion: null }), ...change };
    this.#kept = kept;
    try {
      await this.#host.call("guide_keep", kept);
    } catch {
      // It is shown once more at the next start, which is better than an error about it.
    }
  }
}

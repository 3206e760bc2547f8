export type Theme = "system" | "light" | "dark";

const KEPT_AS = "callwright.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Light or dark, by the system's wish unless the person chose. */
export class ThemeState {
  readonly theme = $derived.by(() => this.#theme);
  readonly isDark = $derived.by(() =>
    this.#theme === "system" ? this.#systemIsDark : this.#theme === "dark",
  );

  #theme = $state<Theme>("system");
  #systemIsDark = $state(false);
  readonly #storage: Storage;
  readonly #root: HTMLElement;

  constructor(root: HTMLElement, storage: Storage, system: MediaQueryList) {
    this.#root = root;
    this.#storage = storage;
    this.#systemIsDark = system.matches;
    this.#theme = THEMES.find((theme) => theme === storage.getItem(KEPT_AS)) ?? "system";
    system.addEventListener("change", ({ matches }) => {
      this.#systemIsDark = matches;
      this.#paint();
    });
    this.#paint();
  }

  choose(theme: Theme): void {
    this.#theme = theme;
    this.#storage.setItem(KEPT_AS, theme);
    this.#paint();
  }

  #paint(): void {
    this.#root.dataset["theme"] = this.isDark ? "dark" : "light";
  }
}

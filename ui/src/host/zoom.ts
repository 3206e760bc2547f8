/** How large a window of our own draws the page. A browser does that by itself. */

const KEPT_AS = "callwright.zoom";
const LEVELS = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const USUAL = 1;

type Step = "larger" | "smaller" | "usual";
type Draw = (level: number) => Promise<void>;

export class Zoom {
  readonly #storage: Storage;
  readonly #draw: Draw;
  #level: number;

  constructor(storage: Storage, draw: Draw) {
    this.#storage = storage;
    this.#draw = draw;
    const kept = Number(storage.getItem(KEPT_AS));
    this.#level = LEVELS.find((level) => level === kept) ?? USUAL;
  }

  /** As it was when the window was closed. */
  async begin(): Promise<void> {
    if (this.#level !== USUAL) await this.#draw(this.#level);
  }

  async change(step: Step): Promise<void> {
    this.#level = this.#after(step);
    this.#storage.setItem(KEPT_AS, String(this.#level));
    await this.#draw(this.#level);
  }

  #after(step: Step): number {
    switch (step) {
      case "larger":
        return LEVELS.find((level) => level > this.#level) ?? this.#level;
      case "smaller":
        return LEVELS.findLast((level) => level < this.#level) ?? this.#level;
      case "usual":
        return USUAL;
    }
  }
}

/** The keys and the turn of the wheel that browsers have for it. */
export function followZoom(target: EventTarget, change: (step: Step) => void): void {
  const follow = (event: Event, step: Step | null) => {
    if (step === null) return;
    event.preventDefault();
    change(step);
  };
  target.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent) follow(event, stepOf(event));
  });
  const wheel = (event: Event) => {
    if (event instanceof WheelEvent && (event.ctrlKey || event.metaKey) && event.deltaY !== 0)
      follow(event, event.deltaY < 0 ? "larger" : "smaller");
  };
  target.addEventListener("wheel", wheel, { passive: false });
}

/** Where plus needs the shift key, the sign below it counts as well. */
function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): Step | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  if (key === "+" || key === "=") return "larger";
  if (key === "-" || key === "_") return "smaller";
  return key === "0" ? "usual" : null;
}

import type { SessionId } from "$contract";

export type SettingsTab =
  "answer" | "functions" | "limits" | "behaviour" | "approvals" | "filters" | "participants";

export type Rail = "left" | "right";

type Kept = Record<Rail, { width: number; isOpen: boolean }>;

const KEPT_AS = "callwright.layout";
const NARROWEST: Record<Rail, number> = { left: 200, right: 280 };
const WIDEST: Record<Rail, number> = { left: 380, right: 720 };
/** Below this there is no room for both rails beside the transcript. */
const ROOM_FOR_BOTH = 1060;
/** Below this the rails lie over the transcript, so none is open to begin with. */
const ROOM_FOR_ONE = 720;

/** How wide the rails are and whether they are open. */
export class LayoutState {
  readonly left = $derived.by(() => this.#rails.left);
  readonly right = $derived.by(() => this.#rails.right);
  readonly isPaletteOpen = $derived.by(() => this.#isPaletteOpen);
  /** The part of the session's settings that is open. */
  readonly settings = $derived.by(() => this.#settings);
  readonly areBreakpointsOpen = $derived.by(() => this.#areBreakpointsOpen);
  /** The session whose instructions are open. */
  readonly instructions = $derived.by(() => this.#instructions);

  #rails = $state<Kept>({ left: { width: 248, isOpen: true }, right: { width: 380, isOpen: true } });
  #isPaletteOpen = $state(false);
  #areBreakpointsOpen = $state(false);
  #instructions = $state<SessionId | null>(null);
  #settings = $state<SettingsTab | null>(null);
  readonly #storage: Storage;

  constructor(storage: Storage, windowWidth: number) {
    this.#storage = storage;
    const kept = storage.getItem(KEPT_AS);
    if (kept !== null) this.#rails = JSON.parse(kept) as Kept;
    else if (windowWidth < ROOM_FOR_BOTH) this.#rails.right.isOpen = false;
    if (windowWidth < ROOM_FOR_ONE) this.#rails.left.isOpen = this.#rails.right.isOpen = false;
  }

  resize(rail: Rail, width: number): void {
    this.#rails[rail].width = Math.round(Math.min(Math.max(width, NARROWEST[rail]), WIDEST[rail]));
    this.#keep();
  }

  toggle(rail: Rail, isOpen = !this.#rails[rail].isOpen): void {
    this.#rails[rail].isOpen = isOpen;
    this.#keep();
  }

  showPalette(isOpen: boolean): void {
    this.#isPaletteOpen = isOpen;
  }

  showSettings(tab: SettingsTab | null): void {
    this.#settings = tab;
  }

  showBreakpoints(isOpen: boolean): void {
    this.#areBreakpointsOpen = isOpen;
  }

  showInstructions(session: SessionId | null): void {
    this.#instructions = session;
  }

  #keep(): void {
    this.#storage.setItem(KEPT_AS, JSON.stringify(this.#rails));
  }
}

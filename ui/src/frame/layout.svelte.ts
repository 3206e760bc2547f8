import type { SessionId } from "$contract";

export type SettingsTab =
  "answer" | "functions" | "limits" | "behaviour" | "approvals" | "filters" | "participants";

export type Rail = "left" | "right";

/** How the list of sessions is put in order. */
export type SessionOrder = "none" | "day" | "model" | "tag" | "title";

/** How many rails have room beside the middle. Over it lie those that a person opens in a window too narrow for one. */
type Room = "both" | "one" | "none" | "over";

type Kept = Record<Rail, { width: number; isOpen: boolean }>;

const KEPT_AS = "callwright.layout";
const ORDER_KEPT_AS = "callwright.sessionOrder";
const NARROWEST: Record<Rail, number> = { left: 200, right: 280 };
const WIDEST: Record<Rail, number> = { left: 380, right: 720 };
/** The least width of one transcript. */
const MIDDLE = 480;
/** The least width of a lane in which its cards can be read, as `--narrowest` in the styles. */
export const NARROWEST_LANE = 316;
/** Below this a rail lies over the middle. */
const ROOM_BESIDE = 800;
const ORDERS: readonly SessionOrder[] = ["day", "model", "tag", "title", "none"];

/** How wide the rails are and which of them are open. What has no room folds by itself and comes back with the room. */
export class LayoutState {
  readonly left = $derived.by(() => ({ ...this.#rails.left, isOpen: this.#isShown("left") }));
  readonly right = $derived.by(() => ({ ...this.#rails.right, isOpen: this.#isShown("right") }));
  /** Whether an open rail covers the middle. */
  readonly isOver = $derived.by(() => this.#room === "over");
  readonly isPaletteOpen = $derived.by(() => this.#isPaletteOpen);
  readonly areShortcutsOpen = $derived.by(() => this.#areShortcutsOpen);
  /** The part of the session's settings that is open. */
  readonly settings = $derived.by(() => this.#settings);
  readonly areBreakpointsOpen = $derived.by(() => this.#areBreakpointsOpen);
  readonly sessionOrder = $derived.by(() => this.#sessionOrder);
  /** The session whose instructions are open. */
  readonly instructions = $derived.by(() => this.#instructions);

  /** The rails as a person wants them where there is room for both. */
  #rails = $state<Kept>({ left: { width: 248, isOpen: true }, right: { width: 380, isOpen: true } });
  #room = $state<Room>("both");
  /** The rail that is open where there is no room for both. */
  #only = $state<Rail | null>(null);
  #isPaletteOpen = $state(false);
  #areShortcutsOpen = $state(false);
  #areBreakpointsOpen = $state(false);
  #instructions = $state<SessionId | null>(null);
  #settings = $state<SettingsTab | null>(null);
  #sessionOrder = $state<SessionOrder>("day");
  readonly #storage: Storage;

  constructor(storage: Storage, windowWidth: number) {
    this.#storage = storage;
    const kept = storage.getItem(KEPT_AS);
    if (kept !== null) this.#rails = JSON.parse(kept) as Kept;
    this.#sessionOrder = ORDERS.find((order) => order === storage.getItem(ORDER_KEPT_AS)) ?? "day";
    this.fit(windowWidth, 0);
  }

  /** Takes in how wide the window is, and how many lanes are to be read in it. */
  fit(windowWidth: number, lanes: number): void {
    const room = this.#roomIn(windowWidth, lanes);
    if (room === this.#room) return;
    this.#room = room;
    this.#only = room !== "one" ? null : this.#rails.left.isOpen ? "left" : this.#wished("right");
  }

  resize(rail: Rail, width: number): void {
    this.#rails[rail].width = Math.round(Math.min(Math.max(width, NARROWEST[rail]), WIDEST[rail]));
    this.#keep();
  }

  toggle(rail: Rail, isOpen = !this.#isShown(rail)): void {
    if (this.#room === "both") {
      this.#rails[rail].isOpen = isOpen;
      this.#keep();
    } else if (isOpen) this.#only = rail;
    else if (this.#only === rail) this.#only = null;
  }

  /** Uncovers the middle, once what was looked for is found. */
  uncover(): void {
    if (this.#room === "over") this.#only = null;
  }

  showPalette(isOpen: boolean): void {
    this.#isPaletteOpen = isOpen;
  }

  showShortcuts(isOpen: boolean): void {
    this.#areShortcutsOpen = isOpen;
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

  /** Closes whatever lies over a session and belongs to it. */
  leaveSession(): void {
    this.#settings = null;
    this.#areBreakpointsOpen = false;
    this.#instructions = null;
  }

  orderSessions(order: SessionOrder): void {
    this.#sessionOrder = order;
    this.#storage.setItem(ORDER_KEPT_AS, order);
  }

  #isShown(rail: Rail): boolean {
    return this.#room === "both" ? this.#rails[rail].isOpen : this.#only === rail;
  }

  #wished(rail: Rail): Rail | null {
    return this.#rails[rail].isOpen ? rail : null;
  }

  #roomIn(windowWidth: number, lanes: number): Room {
    if (windowWidth < ROOM_BESIDE) return "over";
    const { left, right } = this.#rails;
    const middle = Math.max(MIDDLE, lanes * NARROWEST_LANE);
    if (middle + left.width + right.width <= windowWidth) return "both";
    return middle + left.width <= windowWidth ? "one" : "none";
  }

  #keep(): void {
    this.#storage.setItem(KEPT_AS, JSON.stringify(this.#rails));
  }
}

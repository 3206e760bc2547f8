import { say } from "$language/say";
import { told } from "$language/told";
import type { CommandError, LaneComparison, Lane, ModelId, OnMiss, Pace, SessionId } from "$contract";
import type { Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import type { Done } from "$session/history.svelte";
import {
  laneMarks,
  type LaneMarks,
  NOTHING_SOUGHT,
  type Parted,
  partedAt,
  type Sought,
  soughtIn,
  without,
} from "$alignment/laneMarks";
import { alignmentsOf, type Copied, type OpenLane, phaseOfAll, sharingOf } from "$alignment/openLanes";
import { programOf } from "$alignment/laneWords";
import { ScrollLink } from "$alignment/scrollLink.svelte";
import { moved, renamed, sharedNow } from "$lanes/arranging";
import type { SessionState } from "$session/session.svelte";
import { asWritten } from "$language/notices";

/** What a comparison needs of the window. */
export type LaneSurroundings = {
  host: Host;
  sessionOf: (id: SessionId) => SessionState;
  report: (error: CommandError) => void;
  tell: (done: Done, session: SessionId | null) => void;
  /** The comparison has other lanes now. */
  takeComparison: (comparison: LaneComparison) => void;
  /** The comparison is over, and this session goes on. */
  endComparison: (keep: SessionId, comparison: LaneComparison) => Promise<void>;
};

/** The lanes can't get more than fit side by side. */
export const MOST_LANES = 6;

const NOTHING_COMPARED = { id: "", title: "", created: 0, changed: 0, tags: [], lanes: [] };

/** Sessions side by side that go on from the same history. One of them has the focus. */
export class LanesState {
  readonly id: SessionId;
  readonly link = new ScrollLink();
  readonly comparison = $derived.by(() => this.#comparison);
  readonly lanes = $derived.by(() => this.#lanes);
  readonly focused = $derived.by(
    () => this.lanes.find(({ lane }) => lane.session === this.#focus) ?? this.lanes[0] ?? null,
  );
  /** Whether messages and keys go to all lanes, or to the one with the focus. */
  readonly isForAll = $derived.by(() => this.#isForAll);
  readonly addressed = $derived.by(() =>
    this.#isForAll ? this.lanes : this.focused === null ? [] : [this.focused],
  );
  readonly phase = $derived(phaseOfAll(this.lanes));
  /** The lane whose results the others use. */
  readonly sharing = $derived.by(() => sharingOf(this.lanes));
  /** The lane that the others are compared with. */
  readonly reference = $derived.by(() => this.sharing ?? this.lanes[0] ?? null);
  readonly alignments = $derived.by(() => alignmentsOf(this.reference, this.lanes));
  readonly parted = $derived.by((): Parted | null => partedAt(this.alignments));
  /** The call that every lane is to show. */
  readonly sought = $derived.by(() => this.#sought);

  readonly #with: LaneSurroundings;
  readonly #try: Try;
  #comparison = $state.raw<LaneComparison>(NOTHING_COMPARED);
  #lanes = $state.raw<OpenLane[]>([]);
  #focus = $state<SessionId | null>(null);
  #isForAll = $state(true);
  #sought = $state.raw<Sought>(NOTHING_SOUGHT);

  constructor(comparison: LaneComparison, surroundings: LaneSurroundings) {
    this.id = comparison.id;
    this.#with = surroundings;
    this.#try = reporting(surroundings.report);
    this.#comparison = comparison;
    this.#lanes = this.#open(comparison);
  }

  follow(): void {
    for (const { session } of this.lanes) session.follow();
  }

  leave(): void {
    for (const { session } of this.lanes) session.leave();
  }

  /** Takes in which lanes there are now. */
  take(comparison: LaneComparison): void {
    const before = this.lanes;
    this.#comparison = comparison;
    this.#lanes = this.#open(comparison);
    const is = (all: OpenLane[], id: SessionId): boolean => all.some(({ lane }) => lane.session === id);
    for (const { session } of before.filter(({ lane }) => !is(this.lanes, lane.session))) session.leave();
    for (const { session } of this.lanes.filter(({ lane }) => !is(before, lane.session))) session.follow();
    this.#with.takeComparison(comparison);
  }

  focus(session: SessionId): void {
    this.#focus = session;
  }

  address(all: boolean): void {
    this.#isForAll = all;
  }

  at(session: SessionId): OpenLane | null {
    return this.lanes.find(({ lane }) => lane.session === session) ?? null;
  }

  /** What a lane shows of another one, which may have been taken out meanwhile. */
  copiedIn(session: SessionId): Copied | null {
    const copied = this.at(session)?.lane.copied;
    if (copied === undefined) return null;
    return { last: copied.last, from: this.at(copied.from)?.lane.name ?? null };
  }

  /** What is marked in a lane. */
  marksOf(session: SessionId): LaneMarks {
    return laneMarks(session, this.reference, this.lanes, this.alignments);
  }

  /** Brings the place where the lanes first part into view, in all of them. */
  seekParting(): void {
    const { parted, reference } = this;
    if (parted === null || reference === null) return;
    this.link.rest();
    this.#sought = soughtIn(parted, reference.lane.session, this.alignments);
  }

  found(session: SessionId): void {
    this.#sought = without(this.#sought, session);
  }

  /** Says the same to all lanes that are addressed. A lane that fails says so, and the others go on. */
  async say(text: string | null): Promise<boolean> {
    if (!this.#isForAll) return (await this.focused?.session.say(text)) ?? false;
    const { host } = this.#with;
    let hasStarted = false;
    await this.#try(async () => {
      const started = await host.call("lanes_start", { comparison: this.id, text });
      for (const { session, error } of started) {
        const lane = this.at(session);
        const name = lane?.lane.name ?? session;
        // Where a program asks, nothing is said, and the dock tells so before.
        if (error !== null && (lane === null || programOf(lane) === null))
          this.#with.report({
            ...error,
            message: asWritten(say("Lane {name}: {message}", { name, message: told(error.message) })),
          });
      }
      // What is said first gives a comparison its title.
      this.take(await host.call("comparison_read", { comparison: this.id }));
      hasStarted = started.some(({ turn }) => turn !== null);
    }, "lanes_start");
    return hasStarted;
  }

  async resume(pace: Pace): Promise<void> {
    const paused = this.addressed.filter(({ session }) => session.phase === "paused");
    await Promise.all(paused.map(({ session }) => session.resume(pace)));
  }

  async requestPause(): Promise<void> {
    const running = this.addressed.filter(({ session }) => session.phase === "running");
    await Promise.all(running.map(({ session }) => session.requestPause()));
  }

  async stop(): Promise<void> {
    if (!this.#isForAll) await this.focused?.session.stopTurn();
    else await this.#try(() => this.#with.host.call("lanes_stop", { comparison: this.id }), "lanes_stop");
  }

  async add(from: SessionId, model: ModelId | null): Promise<void> {
    const before = this.#comparison.lanes;
    const args = { comparison: this.id, from, model, asks: true };
    const isDone = await this.#change(() => this.#with.host.call("lane_add", args), "lane_add");
    const added = this.#comparison.lanes.find(
      ({ session }) => !before.some((lane) => lane.session === session),
    );
    if (!isDone || added === undefined) return;
    this.focus(added.session);
    // Lanes stand in the order in which they were added.
    const others = this.#comparison.lanes.filter((lane) => lane !== added);
    if (this.#comparison.lanes.at(-1) !== added) await this.#arrange([...others, added]);
  }

  async remove(lane: Lane): Promise<void> {
    const before = this.#comparison.lanes;
    const { host } = this.#with;
    const args = { comparison: this.id, lane: lane.session };
    if (!(await this.#change(() => host.call("lane_remove", args), "lane_remove"))) return;
    const undo = (): Promise<boolean> =>
      this.#change(async () => {
        if (lane.isForked) await host.call("session_restore", { session: lane.session });
        return host.call("lanes_arrange", { comparison: this.id, lanes: before });
      });
    const where = lane.isForked ? say("in the bin") : say("in the list of sessions");
    this.#with.tell({ message: say("Lane {name} is {where}.", { name: lane.name, where }), undo }, null);
  }

  async rename(lane: SessionId, name: string): Promise<void> {
    const before = this.at(lane)?.lane.name ?? name;
    await this.#step([name, before], (now) => this.#arrange(renamed(this.#comparison.lanes, lane, now)));
  }

  /** Moves a lane by one place. */
  async move(lane: SessionId, step: -1 | 1): Promise<void> {
    await this.#step([step, -step], (steps) => this.#arrange(moved(this.#comparison.lanes, lane, steps)));
  }

  /** Lets the others use the results of one lane, or each its own again. */
  async share(lane: SessionId | null, onMiss: OnMiss = "live"): Promise<void> {
    const { host } = this.#with;
    await this.#step([{ lane, onMiss }, sharedNow(this.lanes)], (shared) =>
      this.#change(() => host.call("lanes_share", { comparison: this.id, ...shared })),
    );
  }

  /** Ends the comparison. The session of one lane goes on. */
  async keep(lane: SessionId): Promise<void> {
    const args = { comparison: this.id, lane };
    const isDone = await this.#try(() => this.#with.host.call("comparison_end", args), "comparison_end");
    if (isDone) await this.#with.endComparison(lane, this.#comparison);
  }

  #open({ lanes }: LaneComparison): OpenLane[] {
    return lanes.map((lane) => ({ lane, session: this.#with.sessionOf(lane.session) }));
  }

  /** Makes a change that shows for itself, and can be taken back as long as the comparison is open. */
  async #step<T>([now, before]: [T, T | null], make: (value: T) => Promise<boolean>): Promise<void> {
    if (!(await make(now)) || before === null) return;
    this.#with.tell({ message: "", undo: () => make(before), isQuiet: true }, this.id);
  }

  #arrange(lanes: Lane[]): Promise<boolean> {
    return this.#change(() => this.#with.host.call("lanes_arrange", { comparison: this.id, lanes }));
  }

  async #change(work: () => Promise<LaneComparison>, name?: string): Promise<boolean> {
    return this.#try(async () => this.take(await work()), name);
  }
}

import type { CallId, Decision, FunctionSpec, Outcome, Pause, TurnId } from "$contract";
import { openTurn, type Timeline, type TurnState } from "$timeline/model";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { waitingAt } from "$stops/state/waiting";

/** A call whose result a person wants to edit, once the turn stops there again. */
export type Expected = { call: CallId; outcome: Outcome };

/** The editor of the stop a turn stands at. Each stop gets one of its own, which is there until the stop is answered. */
export class StopEdit {
  #edit = $state<PauseEdit | null>(null);
  #turn = $state<TurnId | null>(null);
  #expected: Expected | null = null;
  /** The stop that was answered last, or is being answered. */
  #answered: string | null = null;
  /** What the log has told last of the answers of a stop. */
  #told: Decision | null = null;
  readonly #functions: () => FunctionSpec[];

  constructor(functions: () => FunctionSpec[]) {
    this.#functions = functions;
  }

  /** The editor belongs to the stop the turn stands at, and to no other. */
  at(turn: TurnState | null): PauseEdit | null {
    const pause = turn?.pause ?? null;
    const isHere = turn?.id === this.#turn && pause?.number === this.#edit?.pause.number;
    return pause !== null && isHere ? this.#edit : null;
  }

  /** The next stop before this call begins with a result to be edited. */
  expect(expected: Expected | null): void {
    this.#expected = expected;
  }

  /** Sends an answer once. Whoever presses again before the log has told of it would answer the stop a second time. */
  async answer(turn: TurnId, { number }: Pause, send: () => Promise<boolean>): Promise<boolean> {
    const stop = `${turn} ${number}`;
    if (this.#answered === stop) return false;
    this.#answered = stop;
    const isDone = await send();
    if (!isDone) this.#answered = null;
    return isDone;
  }

  /** The log is read anew, and tells whether a stop still waits. */
  forgetAnswered(): void {
    this.#answered = null;
  }

  /** Takes notice of where the turn stands now. */
  prepare(timeline: Timeline): void {
    const turn = openTurn(timeline);
    const pause = turn?.pause ?? null;
    if (turn === null) this.#edit = null;
    // Between two stops at one place, what was written stays.
    if (turn === null || pause === null) return;
    const told = turn.stops.find((stop) => stop.pause.number === pause.number)?.decision ?? null;
    // An answer after which the turn stays at its stop is not the last.
    if (told !== this.#told) [this.#told, this.#answered] = [told, null];
    const isSame = this.#edit?.pause.number === pause.number && this.#turn === turn.id;
    const waiting = waitingAt(timeline, turn, this.#functions());
    if (isSame && this.#edit?.isAbout(waiting) === true) return;
    this.#edit = new PauseEdit(pause, waiting, this.#turn === turn.id ? this.#edit : null);
    this.#turn = turn.id;
    this.#begin(this.#edit);
  }

  #begin({ own }: PauseEdit): void {
    if (this.#expected === null || own === null) return;
    const { call, outcome } = this.#expected;
    if (own.id === call && own.side === "before") own.writeResult(outcome);
    this.#expected = null;
  }
}

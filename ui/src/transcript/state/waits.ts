import type { ExchangeId, SessionId } from "$contract";
import type { Host } from "$host/host";
import type { TurnState } from "$timeline/model";
import { AttemptsState } from "$transcript/state/attempts.svelte";

/** What the requests of the open sessions wait for, known once for everyone who shows it. */
export class WaitsState {
  readonly #host: Host;
  readonly #of = new Map<SessionId, AttemptsState>();

  constructor(host: Host) {
    this.#host = host;
  }

  of(session: SessionId): AttemptsState {
    const known = this.#of.get(session);
    if (known !== undefined) return known;
    const made = new AttemptsState(this.#host);
    this.#of.set(session, made);
    return made;
  }
}

/** The exchange of a request whose answer has not begun: only it tells what is waited for. */
export function awaitedExchange(turn: TurnState | null): ExchangeId | null {
  const round = turn?.rounds.at(-1);
  if (round === undefined || turn?.outcome !== null) return null;
  const isAwaited = round.requestedAt !== null && round.respondedAt === null && round.tookToFirst === null;
  return isAwaited ? (round.exchanges.at(-1) ?? null) : null;
}

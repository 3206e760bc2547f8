import type { Instructions, SessionId } from "$contract";
import { InstructionsDraft } from "$settings/instructionsDraft.svelte";

/** What is written of the instructions of each session until it is saved or dropped, whether its editor is open or not. */
export class InstructionsDrafts {
  readonly #drafts = new Map<SessionId, InstructionsDraft>();

  /** Instructions that changed meanwhile are written anew. */
  of(session: SessionId, given: Instructions | undefined): InstructionsDraft {
    const kept = this.#drafts.get(session);
    if (kept?.isOf(given) === true) return kept;
    const draft = new InstructionsDraft(given);
    this.#drafts.set(session, draft);
    return draft;
  }
}

import type { Instructions, SessionId } from "$contract";
import { InstructionsDraft } from "$settings/instructionsDraft.svelte";

/** What is written of the instructions of each session until it is saved or dropped, whether its editor is open or not. */
export class InstructionsDrafts {
  readonly #drafts = new Map<SessionId, InstructionsDraft>();

  /** What is written stays where the saved instructions change meanwhile, as by an undo. */
  of(session: SessionId, given: Instructions | undefined): InstructionsDraft {
    const kept = this.#drafts.get(session);
    if (kept?.isOf(given) === true) return kept;
    const draft = new InstructionsDraft(given);
    if (kept?.isChanged === true) draft.use({ text: kept.text, values: kept.values });
    this.#drafts.set(session, draft);
    return draft;
  }
}

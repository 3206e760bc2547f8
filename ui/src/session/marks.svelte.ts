import { say } from "$language/say";
import type { MessageId, SessionId } from "$contract";
import { newestLeaf } from "$timeline/branches";
import type { Host } from "$host/host";
import { reporting, type Try } from "$host/reporting";
import type { HistoryState, Tell } from "$session/history.svelte";
import { branchesOf, marksOf, pinnedIn } from "$timeline/marks";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** The name of a branch while it is written, and what can be done with it. */
export type Naming = {
  draft: string;
  onDraft: (text: string) => void;
  onKeep: () => void;
  onCancel: () => void;
};

type Marked = { readonly id: SessionId; readonly timeline: Timeline; readonly history: HistoryState };

/** Names, notes and pins of one session, and the way to a message that is looked for. */
export class MarksState {
  readonly pinned = $derived.by(() => pinnedIn(this.#session.timeline));
  readonly branches = $derived.by(() => branchesOf(this.#session.timeline));
  /** The message on which a note is being written. */
  readonly writing = $derived.by(() => this.#writing);
  /** The note as far as it is written. It is kept here, because rows come and go while one scrolls. */
  readonly draft = $derived.by(() => this.#draft);
  /** The message that is to be brought into view. */
  readonly sought = $derived.by(() => this.#sought);

  readonly #session: Marked;
  readonly #host: Host;
  readonly #tell: Tell;
  readonly #try: Try;
  #writing = $state<MessageId | null>(null);
  #draft = $state("");
  /** The message from which on a branch is being named, and the name as far as it is written. */
  #naming = $state<MessageId | null>(null);
  #nameDraft = $state("");
  #sought = $state<MessageId | null>(null);

  constructor(session: Marked, host: Host, tell: Tell) {
    this.#session = session;
    this.#host = host;
    this.#tell = tell;
    this.#try = reporting(tell.failed);
  }

  beginNote(message: MessageId): void {
    this.#writing = message;
    this.#draft = marksOf(this.#session.timeline, message).note ?? "";
  }

  writeDraft(text: string): void {
    this.#draft = text;
  }

  cancelNote(): void {
    this.#writing = null;
  }

  /** Who was naming another branch and left it so has named that one. */
  beginName(message: MessageId): void {
    const left = this.#naming;
    if (left === message) return;
    if (left !== null) void this.nameBranch(left, this.#nameDraft);
    this.#naming = message;
    this.#nameDraft = marksOf(this.#session.timeline, message).name ?? "";
  }

  /** The name that is being given from a message on. Like a note it outlives its row. */
  namingOf(message: MessageId): Naming | null {
    if (this.#naming !== message) return null;
    return {
      draft: this.#nameDraft,
      onDraft: (text) => (this.#nameDraft = text),
      onKeep: () => void this.nameBranch(message, this.#nameDraft),
      onCancel: () => this.#endNaming(message),
    };
  }

  /** Writes a note, or takes it away where nothing is written. */
  async writeNote(message: MessageId, text: string | null): Promise<void> {
    const { note } = marksOf(this.#session.timeline, message);
    const written = text === null || text.trim() === "" ? null : text;
    if (written === note) {
      this.cancelNote();
      return;
    }
    const done = written === null ? say("The note is deleted.") : say("The note is kept.");
    if (await this.#change(message, done, this.#remark(message, written), this.#remark(message, note)))
      this.#writing = null;
  }

  /** Names the branch from a message on, or takes its name away where there is none. */
  async nameBranch(message: MessageId, given: string | null): Promise<void> {
    const { name } = marksOf(this.#session.timeline, message);
    const named = given === null || given.trim() === "" ? null : given.trim();
    if (named === name) {
      this.#endNaming(message);
      return;
    }
    const done =
      named === null
        ? say("The branch has no name any more.")
        : say("The branch is called “{named}”.", { named });
    if (await this.#change(message, done, this.#rename(message, named), this.#rename(message, name)))
      this.#endNaming(message);
  }

  async pin(message: MessageId): Promise<void> {
    await this.#change(message, say("The message is pinned."), this.#pin(message), this.#unpin(message));
  }

  async unpin(message: MessageId): Promise<void> {
    await this.#change(message, say("The message is unpinned."), this.#unpin(message), this.#pin(message));
  }

  /** Brings a message into view, on the branch that is shown or on its own. */
  async seek(message: MessageId): Promise<boolean> {
    const { timeline, history } = this.#session;
    if (!timeline.messages.has(message)) return false;
    const isShown = pathTo(timeline, timeline.head).some((node) => node.message.id === message);
    if (!isShown && !(await history.moveTo(newestLeaf(timeline, message), say("Another branch is shown."))))
      return false;
    this.#sought = message;
    return true;
  }

  /** To be called when what was sought is in view. */
  found(): void {
    this.#sought = null;
  }

  #endNaming(message: MessageId): void {
    if (this.#naming === message) this.#naming = null;
  }

  #remark(message: MessageId, text: string | null): () => Promise<unknown> {
    return () => this.#host.call("message_remark", { session: this.#session.id, message, text });
  }

  #rename(message: MessageId, name: string | null): () => Promise<unknown> {
    return () => this.#host.call("branch_name", { session: this.#session.id, message, name });
  }

  #pin(message: MessageId): () => Promise<unknown> {
    return () => this.#host.call("message_pin", { session: this.#session.id, message });
  }

  #unpin(message: MessageId): () => Promise<unknown> {
    return () => this.#host.call("message_unpin", { session: this.#session.id, message });
  }

  async #change(
    marked: MessageId,
    message: string,
    act: () => Promise<unknown>,
    undo: () => Promise<unknown>,
  ): Promise<boolean> {
    const isDone = await this.#try(act, `${marked} ${message}`);
    if (isDone) this.#tell.done({ message, undo: () => this.#try(undo), isAlways: true });
    return isDone;
  }
}

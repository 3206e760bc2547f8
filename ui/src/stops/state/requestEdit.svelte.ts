import type {
  CallOptions,
  FunctionChoice,
  FunctionName,
  Message,
  ModelId,
  Reach,
  RequestEdit as Edit,
  RequestSettings,
  Role,
} from "$contract";
import { isSameFunction } from "$content/naming";

/** Everything that is about to be sent. */
export type RequestDraft = {
  model: ModelId;
  /** What is sent before the messages. Empty for nothing. */
  instructions: string;
  messages: Message[];
  functions: FunctionName[];
  choice: FunctionChoice;
  calls: CallOptions;
  settings: RequestSettings;
};

export type RequestPart = keyof RequestDraft;

/** What a person changes of a request before it is sent. Each part can be taken back. */
export class RequestEdit {
  readonly given: RequestDraft;
  /** The attached program that sends it, by its name for people. */
  readonly program: string | null;
  readonly now = $derived.by(() => this.#now);
  readonly reach = $derived.by(() => this.#reach);
  readonly changed = $derived.by(() => {
    const parts = Object.keys(this.given) as RequestPart[];
    return parts.filter((part) => JSON.stringify(this.#now[part]) !== JSON.stringify(this.given[part]));
  });
  readonly isChanged = $derived.by(() => this.changed.length > 0);

  #now = $state.raw<RequestDraft>({
    model: "",
    instructions: "",
    messages: [],
    functions: [],
    choice: { type: "auto" },
    calls: {},
    settings: {},
  });
  #reach = $state<Reach>("thisRequest");
  #added = 0;

  constructor(given: RequestDraft, program: string | null = null) {
    this.given = given;
    this.program = program;
    this.#now = given;
  }

  set<P extends RequestPart>(part: P, value: RequestDraft[P]): void {
    this.#now = { ...this.#now, [part]: value };
  }

  takeBack(part: RequestPart): void {
    this.set(part, this.given[part]);
  }

  reachTo(reach: Reach): void {
    this.#reach = reach;
  }

  offer(name: FunctionName, isOffered: boolean): void {
    const others = this.#now.functions.filter((one) => !isSameFunction(one, name));
    // What is taken back stands where it stood, so that nothing counts as changed.
    const isGiven = this.given.functions.filter(
      (one) => (isOffered && isSameFunction(one, name)) || others.some((other) => isSameFunction(one, other)),
    );
    const added = others.filter((one) => !isGiven.some((other) => isSameFunction(one, other)));
    const isNew = isOffered && !isGiven.some((one) => isSameFunction(one, name));
    this.set("functions", [...isGiven, ...added, ...(isNew ? [name] : [])]);
  }

  rewrite(message: Message, item: number, text: string): void {
    const items = message.items.map((one, at) => (at === item && "text" in one ? { ...one, text } : one));
    this.#replace(message, { ...message, items });
  }

  leaveOut(message: Message): void {
    this.set(
      "messages",
      this.#now.messages.filter(({ id }) => id !== message.id),
    );
  }

  add(role: Role): void {
    this.#added += 1;
    const last = this.#now.messages.at(-1);
    const message: Message = {
      id: `new-${this.#added}`,
      parent: last?.id ?? null,
      role,
      items: [{ type: "text", text: "" }],
      author: role === "assistant" ? { type: "model", model: this.#now.model } : { type: "person" },
      origin: "edited",
    };
    const isFirst = role === "system";
    this.set("messages", isFirst ? [message, ...this.#now.messages] : [...this.#now.messages, message]);
  }

  isNew(message: Message): boolean {
    return !this.given.messages.some(({ id }) => id === message.id);
  }

  isRewritten(message: Message): boolean {
    const before = this.given.messages.find(({ id }) => id === message.id);
    return before !== undefined && JSON.stringify(before.items) !== JSON.stringify(message.items);
  }

  /** What the turn is told: only what is not as it was. */
  edit(): Edit {
    const parts = this.changed.map((part) => [part, this.#now[part]] as const);
    return Object.fromEntries(parts);
  }

  #replace(message: Message, by: Message): void {
    const before = this.given.messages.find(({ id }) => id === message.id);
    const isBack = before !== undefined && JSON.stringify(before.items) === JSON.stringify(by.items);
    this.set(
      "messages",
      this.#now.messages.map((one) => (one.id === message.id ? (isBack ? before : by) : one)),
    );
  }
}

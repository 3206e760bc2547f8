import type {
  Ask,
  CalledFunction,
  Decision,
  FunctionCall,
  FunctionName,
  Item,
  LogEntry,
  Message,
  Note,
  Outcome,
  Pace,
  PausePlace,
  PauseReason,
  Role,
  SchemaFinding,
  SessionEvent,
  TurnEvent,
  TurnPlan,
} from "$contract";

/** Writes a session's log by hand, with times that pass, for tests and for looking at. */
export class Recorder {
  readonly entries: LogEntry<Note>[] = [];
  #at: number;
  #turn = "";
  #messages = 0;
  #head: string | null = null;
  #pauses = 0;
  #plan: TurnPlan;

  constructor(title: string, plan: TurnPlan, at: number) {
    this.#at = at;
    this.#plan = plan;
    this.add({ type: "created", title });
    this.add({ type: "noted", note: { type: "configured", plan } });
  }

  /** What was said last on the branch that is shown. */
  get head(): string | null {
    return this.#head;
  }

  /** Lets time pass. */
  wait(milliseconds: number): this {
    this.#at += milliseconds;
    return this;
  }

  add(event: SessionEvent<Note>): this {
    this.entries.push({ seq: this.entries.length + 1, at: this.#at, event });
    return this;
  }

  turn(event: TurnEvent): this {
    return this.add({ type: "noted", note: { type: "turn", turn: this.#turn, event } });
  }

  begin(turn: string, text: string | null): this {
    this.#turn = turn;
    this.#pauses = 0;
    this.turn({ type: "began", after: this.#head, plan: this.#plan });
    return text === null ? this : this.say("user", [{ type: "text", text }]);
  }

  say(role: Role, items: Item[], changes: Partial<Message> = {}): this {
    this.#messages += 1;
    const message: Message = {
      id: `m${this.#messages}`,
      parent: this.#head,
      role,
      items,
      author: authorOf(role, this.#plan),
      origin: originOf(role),
      ...changes,
    };
    this.#head = message.id;
    return this.add({ type: "messageAdded", message, turn: this.#turn === "" ? null : this.#turn });
  }

  /** Goes back to a message that was said before. */
  move(head: string | null): this {
    this.#head = head;
    return this.add({ type: "headMoved", head });
  }

  /** The last thing said once more, with other items. */
  edit(items: Item[]): this {
    const added = this.entries.flatMap(({ event }) => (event.type === "messageAdded" ? [event.message] : []));
    return this.say("assistant", items, { parent: added.at(-1)?.parent ?? null, origin: "edited" });
  }

  /** Text as a model streams it, some words at a time. */
  stream(
    index: number,
    type: "textDelta" | "reasoningDelta" | "argumentsDelta",
    text: string,
    pause = 24,
  ): this {
    for (const piece of text.match(/[\s\S]{1,9}/g) ?? []) this.wait(pause).turn({ type, index, text: piece });
    return this;
  }

  pause(place: PausePlace, reason: PauseReason = "breakpoint", breakpoints?: string[]): this {
    this.#pauses += 1;
    const pause = { number: this.#pauses, place, reason };
    const met = breakpoints === undefined ? {} : { breakpoints };
    return this.turn({ type: "paused", pause: { ...pause, ...met } });
  }

  answer(decision: Decision, pace: Pace = "run"): this {
    return this.turn({ type: "answered", answer: { pause: this.#pauses, decision, pace } });
  }

  run(call: string, outcome: Outcome, milliseconds: number): this {
    return this.turn({ type: "callStarted", call })
      .wait(milliseconds)
      .turn({ type: "callEnded", call, outcome });
  }

  resolve(calls: { call: string; name: FunctionName; findings?: SchemaFinding[]; asks?: Ask[] }[]): this {
    return this.turn({
      type: "callsResolved",
      calls: calls.map(({ call, name, findings = [], asks = [] }) => ({
        call,
        resolution: { type: "runnable", name, findings, ...(asks.length === 0 ? {} : { asks }) },
      })),
    });
  }
}

export function functionName(plugin: string, name: string): FunctionName {
  return { plugin, function: name };
}

export function functionCall(
  id: string,
  name: FunctionName,
  raw: string,
  changes: Partial<FunctionCall> = {},
): Item {
  const called: CalledFunction = { type: "known", name };
  const value = JSON.parse(raw) as Record<string, never>;
  return {
    type: "functionCall",
    call: { id, function: called, arguments: { type: "parsed", raw, value }, origin: "model", ...changes },
  };
}

export function functionResult(
  id: string,
  name: FunctionName,
  outcome: Outcome,
  origin: Message["origin"],
): Item {
  return {
    type: "functionResult",
    result: { callId: id, function: { type: "known", name }, outcome, origin },
  };
}

export function returned(value: Record<string, string | number | boolean>): Outcome {
  return { type: "returned", output: { type: "json", value } };
}

function authorOf(role: Role, plan: TurnPlan): Message["author"] {
  if (role === "user") return { type: "person" };
  return role === "assistant" ? { type: "model", model: plan.model } : { type: "application" };
}

function originOf(role: Role): Message["origin"] {
  if (role === "user") return "person";
  return role === "assistant" ? "model" : "application";
}

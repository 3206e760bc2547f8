import { say } from "$language/say";
import type { LargeValue, LogEntry, Message, MessageId, Note, Timestamp, TurnId } from "$contract";
import { assertNever } from "$shared/assertNever";
import { largeOfItem } from "$timeline/large";
import { applyMark } from "$timeline/marks";
import {
  callKey,
  type CallState,
  MessageNode,
  newCall,
  NOT_RUN,
  openTurn,
  scopeOfRound,
  type Timeline,
} from "$timeline/model";
import { pathTo } from "$timeline/path";
import { applyTurnEvent } from "$timeline/turnEvents";

/** Whether an entry was taken in, was there already, or came too early because others are missing. */
export type Applied = "applied" | "duplicate" | "gap";

/** Takes one line of the log into what is shown. Nothing else changes a timeline. */
export function applyEntry(timeline: Timeline, entry: LogEntry<Note>): Applied {
  if (entry.seq <= timeline.seq) return "duplicate";
  if (entry.seq > timeline.seq + 1) return "gap";
  timeline.seq = entry.seq;
  timeline.changedAt = entry.at;
  applyEvent(timeline, entry);
  return "applied";
}

function applyEvent(timeline: Timeline, { seq, event, at, large = [] }: LogEntry<Note>): void {
  switch (event.type) {
    case "created":
    case "renamed":
      timeline.title = event.title;
      return;
    case "tagged":
      timeline.tags = event.tags;
      return;
    case "messageAdded":
      addMessage(timeline, { message: event.message, at, turn: event.turn, large });
      return;
    case "headMoved":
      moveHead(timeline, event.head);
      return;
    case "branchNamed":
    case "messageRemarked":
    case "messagePinned":
    case "messageUnpinned":
      applyMark(timeline, event);
      return;
    case "noted":
      applyNote(timeline, event.note, at, large);
      return;
    case "unreadable":
      if (event.message !== null)
        addMessage(timeline, { message: inWords(event.message), at, turn: null, large });
      timeline.gaps.push({ seq, reason: event.reason, after: timeline.head });
      return;
    default:
      assertNever(event);
  }
}

function applyNote(timeline: Timeline, note: Note, at: Timestamp, large: LargeValue[]): void {
  switch (note.type) {
    case "turn":
      applyTurnEvent(timeline, note.turn, note.event, { at, large });
      return;
    case "configured":
      timeline.plan = note.plan;
      return;
    case "tried":
      timeline.trials.push(note.trial);
      return;
    case "functions":
      timeline.functions = note.settings;
      return;
    case "forked":
    case "lanes":
      return;
    default:
      assertNever(note);
  }
}

/** What stands for a message that can't be read says so in the language of this page. */
function inWords(message: Message): Message {
  return {
    ...message,
    items: [{ type: "text", text: say("(A message that can no longer be read stood here.)") }],
  };
}

function addMessage(timeline: Timeline, added: Omit<MessageNode, "scope">): void {
  const { message, turn, large } = added;
  const scope = scopeOf(timeline, message, turn);
  timeline.messages.add(new MessageNode(added, scope));
  const isBranch = message.parent !== timeline.head && openTurn(timeline) === null;
  timeline.head = message.id;
  const saidBy = turn === null ? undefined : timeline.turns[turn];
  if (saidBy !== undefined) saidBy.lastMessage = message.id;
  if (message.role === "assistant") timeline.draft = [];
  takeCalls(timeline, scope, message, large);
  takeResults(timeline, scope, message, large);
  if (isBranch) moveHead(timeline, message.id);
}

/** Other versions of a message have other calls and results under the same ids, so what is shown is told again. */
export function moveHead(timeline: Timeline, head: MessageId | null): void {
  timeline.head = head;
  const path = pathTo(timeline, head);
  for (const { message, scope, large } of path) takeCalls(timeline, scope, message, large);
  for (const call of timeline.calls.all) call.result = null;
  for (const { message, scope, large } of path) takeResults(timeline, scope, message, large);
  if (openTurn(timeline) === null) timeline.calls.all.forEach(showRun);
}

/** Where a version holds no result, the call did not run as far as that version goes. */
function showRun(call: CallState): void {
  const { phase, startedAt, endedAt, askedAt, waited, ended, answeredFrom } = call.shelved ?? call;
  const ran = { phase, startedAt, endedAt, askedAt, waited, ended, answeredFrom };
  Object.assign(call, call.result === null ? NOT_RUN : ran);
  call.shelved = call.result === null ? ran : null;
}

function takeCalls(timeline: Timeline, scope: string, message: Message, large: LargeValue[]): void {
  message.items.forEach((item, index) => {
    if (item.type === "functionCall") takeCall(timeline, scope, item.call, largeOfItem(large, index));
  });
}

function takeResults(timeline: Timeline, scope: string, message: Message, large: LargeValue[]): void {
  message.items.forEach((item, index) => {
    if (item.type !== "functionResult") return;
    const call = timeline.calls.of(callKey(scope, item.result.callId));
    if (call === undefined) return;
    call.result = item.result;
    call.largeResult = largeOfItem(large, index);
  });
}

/** Results belong to the round of their calls, which are in the message before. */
function scopeOf(timeline: Timeline, message: Message, turn: TurnId | null): string {
  const parent = timeline.messages.of(message.parent);
  if (message.role === "function" && parent !== undefined) return parent.scope;
  const round = turn === null ? undefined : timeline.turns[turn]?.rounds.at(-1);
  return turn === null || round === undefined ? message.id : scopeOfRound(turn, round.number);
}

type Called = Extract<Message["items"][number], { type: "functionCall" }>["call"];

function takeCall(timeline: Timeline, scope: string, call: Called, large: LargeValue | null): void {
  const key = callKey(scope, call.id);
  const known = timeline.calls.of(key);
  if (known === undefined) {
    timeline.calls.set({ ...newCall(call.id, scope, call.function), call, largeArguments: large });
    return;
  }
  if (known.call !== null && known.call.arguments.raw !== call.arguments.raw) {
    known.original ??= known.call;
    known.resolution = null;
    if (known.original.arguments.raw === call.arguments.raw) known.original = null;
  }
  timeline.calls.rename(known, call.function);
  known.call = call;
  known.largeArguments = large;
}

/** The kind of note an entry is, if it is one. */
export function notedBy({ event }: LogEntry<Note>): Note["type"] | null {
  return event.type === "noted" ? event.note.type : null;
}

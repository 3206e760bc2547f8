import type { Item, MessageId } from "$contract";
import {
  type CallKey,
  callKey,
  type DraftItem,
  latestTurn,
  type MessageNode,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$state/model";

/** One row of the transcript. Rows hold references only, so that a delta changes a row and not the list. */
export type Row = { key: string } & (
  | { type: "person" | "system"; node: MessageNode }
  | { type: "text" | "reasoning"; said: { text: string }; node: MessageNode | null }
  | { type: "call"; call: CallKey }
  | { type: "other"; item: Item; node: MessageNode }
  | { type: "round"; turn: TurnState; number: number }
  | { type: "busy"; turn: TurnState }
  | { type: "pause"; turn: TurnState }
  | { type: "ending"; turn: TurnState; isLast: boolean }
);

/** What was said on the way to a message, oldest first. */
export function pathTo(timeline: Timeline, head: MessageId | null): MessageNode[] {
  const path: MessageNode[] = [];
  for (let id = head; id !== null;) {
    const node: MessageNode | undefined = timeline.messages[id];
    if (node === undefined) break;
    path.push(node);
    id = node.message.parent;
  }
  return path.reverse();
}

export function rowsOf(timeline: Timeline): Row[] {
  const rows: Row[] = [];
  const path = pathTo(timeline, timeline.head);
  path.forEach((node, place) => {
    rows.push(...rowsOfMessage(timeline, node));
    const turn = node.turn === null ? undefined : timeline.turns[node.turn];
    if (turn !== undefined && turn.id !== path[place + 1]?.turn)
      rows.push(...tail(timeline, turn, node.scope));
  });
  const latest = latestTurn(timeline);
  // A turn that goes on from what is there has no message of its own at first.
  if (latest !== null && latest.lastMessage === null && latest.after === timeline.head) {
    rows.push(...tail(timeline, latest, ""));
  }
  return rows;
}

function rowsOfMessage(timeline: Timeline, node: MessageNode): Row[] {
  const { message, scope, turn } = node;
  if (message.role === "function") return [];
  if (message.role === "user") return [{ type: "person", key: message.id, node }];
  if (message.role === "system") return [{ type: "system", key: message.id, node }];
  const state = turn === null ? undefined : timeline.turns[turn];
  const round = state?.rounds.find(({ number }) => scopeOfRound(state.id, number) === scope);
  const head: Row[] = state === undefined || round === undefined ? [] : [roundRow(state, round.number)];
  return [...head, ...message.items.flatMap((item, index) => rowOfItem(node, item, index) ?? [])];
}

function rowOfItem(node: MessageNode, item: Item, index: number): Row | null {
  const key = itemKey(node.scope, index);
  switch (item.type) {
    case "text":
    case "reasoning":
      return item.text.trim() === "" ? null : { type: item.type, key, said: item, node };
    case "functionCall":
      return { type: "call", key, call: callKey(node.scope, item.call.id) };
    case "functionResult":
      return null;
    case "media":
    case "unknown":
      return { type: "other", key, item, node };
  }
}

/** What comes after a turn's last message: the round under way, or how the turn ended. */
function tail(timeline: Timeline, turn: TurnState, lastScope: string): Row[] {
  const isLatest = timeline.turnOrder.at(-1) === turn.id;
  const rows: Row[] = [];
  const round = turn.rounds.at(-1);
  const isNewRound = round !== undefined && scopeOfRound(turn.id, round.number) !== lastScope;
  if (isLatest && isNewRound) rows.push(roundRow(turn, round.number));
  if (isLatest && turn.outcome === null) {
    rows.push(...timeline.draft.flatMap((item) => rowOfDraft(item) ?? []));
    if (turn.pause?.place.type === "beforeRequest")
      rows.push({ type: "pause", key: `${turn.id}/pause`, turn });
    else if (turn.pause === null && timeline.draft.length === 0 && isNewRound) {
      rows.push({ type: "busy", key: `${turn.id}/busy`, turn });
    }
  }
  if (turn.outcome !== null) rows.push({ type: "ending", key: `${turn.id}/end`, turn, isLast: isLatest });
  return rows;
}

function rowOfDraft(item: DraftItem): Row | null {
  const key = itemKey(item.scope, item.index);
  switch (item.kind.type) {
    case "text":
    case "reasoning":
      return { type: item.kind.type, key, said: item, node: null };
    case "call":
      return { type: "call", key, call: callKey(item.scope, item.kind.id) };
    case "media":
      return null;
  }
}

function roundRow(turn: TurnState, number: number): Row {
  return { type: "round", key: `${scopeOfRound(turn.id, number)}/round`, turn, number };
}

/** The same for a draft and for what it becomes, so that a card stays where it is when its message arrives. */
function itemKey(scope: string, index: number): string {
  return `${scope}/${index}`;
}

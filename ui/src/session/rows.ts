import type { Finding, FunctionResult, Item, LargeValue, Message, MessageId } from "$contract";
import { type Version, versionOf } from "$timeline/branches";
import type { Titling } from "$session/branchDifference";
import { citationsOf } from "$session/citations";
import type { Cut } from "$timeline/cuts";
import { type ForkBranch, forkBranches } from "$session/forks";
import { cutRow, gapRows, largeRows, noteRow } from "$session/besideRows";
import { type Marks, marksOf } from "$timeline/marks";
import {
  type CallKey,
  callKey,
  type DraftItem,
  type Gap,
  latestTurn,
  type MessageNode,
  scopeOfRound,
  type Timeline,
  type TurnState,
} from "$timeline/model";
import { type Ahead, askedAhead } from "$timeline/ahead";
import { pathTo } from "$timeline/path";
import type { Round } from "$timeline/round";
import { answererIn, authorOf, SpeakerTrail, type Spoken } from "$session/speakers";

/** A call of the other lane that is not made here, and the call behind which it would be. */
export type Absent = { key: CallKey; title: string; question: number; after: CallKey | null };

/** One row of the transcript. Rows hold references only, so that a delta changes a row and not the list. */
export type Row = { key: string; leads?: Lead } & (
  | { type: "person" | "system"; node: MessageNode }
  | { type: "text" | "reasoning"; said: { text: string }; node: MessageNode | null }
  | { type: "call"; call: CallKey }
  | { type: "other"; item: Item; node: MessageNode }
  | { type: "result"; result: FunctionResult }
  | { type: "results"; node: MessageNode }
  | { type: "finding"; finding: Finding }
  | { type: "gap"; gap: Gap }
  | { type: "earlier" }
  | { type: "large"; large: LargeValue }
  | { type: "cut"; cut: Cut; message: MessageId | null }
  | { type: "note"; message: MessageId; text: string | null }
  | { type: "absent"; absent: Absent }
  | { type: "round"; turn: TurnState; number: number; spoken: Spoken }
  | { type: "author"; spoken: Spoken }
  | { type: "busy"; turn: TurnState }
  | { type: "arriving"; turn: TurnState }
  | { type: "ask"; ahead: Ahead }
  | { type: "pause"; turn: TurnState }
  | { type: "ending"; turn: TurnState; isLast: boolean }
);

/** The message whose first row this is, and which version of it. */
export type Lead = {
  message: Message;
  version: Version | null;
  marks: Marks;
  /** The branches that fork here, this one among them. */
  fork: (titleOf?: Titling) => ForkBranch[];
};

export function rowsOf(
  timeline: Timeline,
  findings: Finding[] = [],
  writing: MessageId | null = null,
): Row[] {
  const rows: Row[] = gapRows(timeline, null);
  const path = pathTo(timeline, timeline.head);
  const { following } = timeline.messages;
  const trail = new SpeakerTrail();
  path.forEach((node, place) => {
    const { id, parent } = node.message;
    const version = versionOf(following, parent, id);
    const fork: Lead["fork"] = (titleOf) => forkBranches(timeline, following, parent, titleOf);
    const said = withFindings(rowsOfMessage(timeline, node, trail), node, findings);
    const shown: Row[] =
      said.length === 0 && version !== null ? [{ type: "results", key: `${id}/results`, node }] : said;
    rows.push(
      ...shown.map((row, at) =>
        at === 0
          ? { ...row, leads: { message: node.message, version, marks: marksOf(timeline, id), fork } }
          : row,
      ),
      ...largeRows(node),
      ...cutRow(timeline, id),
      ...noteRow(timeline, id, writing),
      ...gapRows(timeline, id),
    );
    const turn = node.turn === null ? undefined : timeline.turns[node.turn];
    if (turn !== undefined && turn.id !== path[place + 1]?.turn && isEndOf(turn, id))
      rows.push(...tail(timeline, turn, { scope: node.scope, trail }));
  });
  const latest = latestTurn(timeline);
  // A turn that goes on from what is there has no message of its own at first.
  if (latest !== null && latest.lastMessage === null && latest.after === timeline.head) {
    rows.push(...tail(timeline, latest, { scope: "", trail }));
  }
  const ahead = rows.at(-1)?.type === "ending" ? null : askedAhead(timeline);
  return ahead === null ? rows : [...rows, { type: "ask", key: `ask/${ahead}`, ahead }];
}

/** Tells above the rows that something came before them. */
export function withEarlier(rows: Row[], earlier: number): Row[] {
  return earlier > 0 ? [{ type: "earlier", key: "earlier" }, ...rows] : rows;
}

/** A turn that has ended ends only where it did, and not where a person went back to. */
function isEndOf(turn: TurnState, message: string): boolean {
  return turn.outcome === null || turn.lastMessage === message;
}

/** Puts each finding below the part of the message it is about. */
function withFindings(rows: Row[], node: MessageNode, findings: Finding[]): Row[] {
  const { message } = node;
  const here = findings.filter(({ place }) => place.message === message.id);
  if (here.length === 0) return rows;
  const found = here.map((finding, at): [string | null, Row] => [
    finding.place.item === undefined ? null : keyOfItem(node, finding.place.item),
    { type: "finding", key: `${message.id}/finding/${at}`, finding },
  ]);
  const at = (key: string): Row[] => found.flatMap(([wanted, row]) => (wanted === key ? [row] : []));
  const elsewhere = found.filter(([wanted]) => !rows.some(({ key }) => key === wanted));
  return [...rows.flatMap((row) => [row, ...at(row.key)]), ...elsewhere.map(([, row]) => row)];
}

function rowsOfMessage(timeline: Timeline, node: MessageNode, trail: SpeakerTrail): Row[] {
  const { message, scope, turn } = node;
  const items = message.items.flatMap((item, index) => rowOfItem(timeline, node, item, index) ?? []);
  if (message.role === "user" || message.role === "system") {
    const type = message.role === "user" ? "person" : "system";
    // Imported conversations can have calls and results where they don't belong.
    return [
      { type, key: message.id, node },
      ...items.filter((row) => row.type === "call" || row.type === "result"),
    ];
  }
  const state = turn === null ? undefined : timeline.turns[turn];
  const round = state?.rounds.find(({ number }) => scopeOfRound(state.id, number) === scope);
  if (message.role === "function") return items;
  if (state !== undefined && round !== undefined) return [roundRow(state, round, trail), ...items];
  const spoken = trail.news(authorOf(message));
  return spoken === null || items.length === 0
    ? items
    : [{ type: "author", key: `${message.id}/author`, spoken }, ...items];
}

function rowOfItem(timeline: Timeline, node: MessageNode, item: Item, index: number): Row | null {
  const key = keyOfItem(node, index);
  switch (item.type) {
    case "text":
    case "reasoning":
      if (item.text.trim() !== "") return { type: item.type, key, said: item, node };
      return citationsOf(item).length === 0 ? null : { type: "other", key, item, node };
    case "functionCall":
      return { type: "call", key, call: callKey(node.scope, item.call.id) };
    case "functionResult": {
      // A result is shown at its call. Only where there is none it stands by itself.
      const isAnswer = timeline.calls.of(callKey(node.scope, item.result.callId)) !== undefined;
      return isAnswer ? null : { type: "result", key, result: item.result };
    }
    case "media":
    case "unknown":
      return { type: "other", key, item, node };
  }
}

/** What the rows before a tail left: the scope of the last message, and who spoke. */
type Left = { scope: string; trail: SpeakerTrail };

/** What comes after a turn's last message: the round under way, or how the turn ended. */
function tail(timeline: Timeline, turn: TurnState, { scope: lastScope, trail }: Left): Row[] {
  const isLatest = timeline.turnOrder.at(-1) === turn.id;
  const rows: Row[] = [];
  const round = turn.rounds.at(-1);
  const isNewRound = round !== undefined && scopeOfRound(turn.id, round.number) !== lastScope;
  // Calls that an earlier turn left open stand in its round. This one shows when the model is asked.
  if (isLatest && isNewRound && round.scope === scopeOfRound(turn.id, round.number))
    rows.push(roundRow(turn, round, trail));
  if (isLatest && round?.cut != null)
    rows.push({ type: "cut", key: `${turn.id}/cut`, cut: round.cut, message: null });
  if (isLatest && turn.outcome === null) {
    rows.push(...timeline.draft.flatMap((item, index) => rowOfDraft(item, timeline.draft[index - 1]) ?? []));
    if (turn.pause !== null && !("call" in turn.pause.place))
      rows.push({ type: "pause", key: `${turn.id}/pause`, turn });
    else if (turn.pause === null && timeline.draft.length === 0 && isNewRound) {
      rows.push({ type: "busy", key: `${turn.id}/busy`, turn });
    } else if (turn.pause === null && timeline.draft.length > 0) {
      rows.push({ type: "arriving", key: `${turn.id}/arriving`, turn });
    }
  }
  const isLast = isLatest || turn.lastMessage === timeline.head;
  if (turn.outcome !== null) rows.push({ type: "ending", key: `${turn.id}/end`, turn, isLast });
  return rows;
}

/** A thought without words right behind a text is what a provider put on that text, and nothing to look at. */
function rowOfDraft(item: DraftItem, before: DraftItem | undefined): Row | null {
  const key = itemKey(item.scope, item.index);
  const isMark = item.kind.type === "reasoning" && item.text === "" && before?.kind.type === "text";
  if (isMark) return null;
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

function roundRow(turn: TurnState, round: Round, trail: SpeakerTrail): Row {
  const { number } = round;
  const spoken = trail.next(answererIn(turn, round));
  return { type: "round", key: `${scopeOfRound(turn.id, number)}/round`, turn, number, spoken };
}

/** Results share their scope with the calls, but not their rows. */
function keyOfItem({ message, scope }: MessageNode, index: number): string {
  return message.role === "function" ? `${message.id}/${index}` : itemKey(scope, index);
}

/** The same for a draft and for what it becomes, so that a card stays where it is when its message arrives. */
function itemKey(scope: string, index: number): string {
  return `${scope}/${index}`;
}

import type { Item, Message, MessageId, ModelId, Role } from "$contract";
import { assertNever } from "$shared/assertNever";
import { calledName, functionKey } from "$content/naming";
import { outcomeText } from "$content/outcomeText";
import { readJson, writeInline } from "$shared/text/json";
import { mediaSummary } from "$content/summary";
import { tellApart } from "$content/tellApart";
import type { Timeline } from "$timeline/model";
import { pathTo } from "$timeline/path";

/** What one branch says at a step: who says it, and its text. Calls and results are code. */
export type Said = { message: MessageId; role: Role; by: string | null; text: string; isCode: boolean };

/** One step of two branches behind their fork. */
export type Step = { mine: Said | null; other: Said | null; isSame: boolean };

/** Two branches beside each other, from the message on where they part. */
export type BranchComparison = {
  /** How many messages both have before it. */
  shared: number;
  steps: Step[];
};

/**
 * Steps are held against each other in their order, because branches of one question mostly have the same ones. Models have
 * the title that is given for them.
 */
export function compareBranches(
  timeline: Timeline,
  [mine, other]: readonly [MessageId, MessageId],
  titleOf: (model: ModelId) => string,
): BranchComparison {
  const [one, another] = [pathTo(timeline, mine), pathTo(timeline, other)];
  const parting = one.findIndex(({ message }, at) => message.id !== another[at]?.message.id);
  const shared = parting < 0 ? one.length : parting;
  const length = Math.max(one.length, another.length) - shared;
  const steps = Array.from({ length }, (_, at): Step => {
    const [left, right] = [one, another].map((path) => saidAt(timeline, path[shared + at]?.message, titleOf));
    const isSame = left != null && right != null && left.role === right.role && left.text === right.text;
    return { mine: left ?? null, other: right ?? null, isSame };
  });
  return { shared, steps };
}

function saidAt(
  timeline: Timeline,
  message: Message | undefined,
  titleOf: (model: ModelId) => string,
): Said | null {
  if (message === undefined) return null;
  const { id, role, author, items } = message;
  const names = namesOfCalls(timeline.messages.of(message.parent)?.message);
  const parts = items.map((item) => textOf(item, names)).filter((part) => part !== "");
  const isCode = items.some(({ type }) => type === "functionCall" || type === "functionResult");
  return {
    message: id,
    role,
    by: "model" in author ? titleOf(author.model) : null,
    text: parts.join("\n\n"),
    isCode,
  };
}

/** Results name their call by what tells it from the others. */
function namesOfCalls(calling: Message | undefined): ReadonlyMap<string, string> {
  const calls = calling?.items.flatMap((item) => (item.type === "functionCall" ? [item.call] : [])) ?? [];
  const apart = tellApart(
    calls.map(({ function: called, arguments: given }) => ({
      function: functionKey(calledName(called)),
      arguments: given.type === "parsed" ? given.value : null,
    })),
  );
  return new Map(
    calls.map(({ id, function: called }, at) => {
      const value = apart[at];
      return [id, value == null ? calledName(called).function : `${calledName(called).function} · ${value}`];
    }),
  );
}

function textOf(item: Item, names: ReadonlyMap<string, string>): string {
  switch (item.type) {
    case "text":
      return item.text.trim();
    case "functionCall":
      return `${calledName(item.call.function).function}(${inOneLine(item.call.arguments.raw)})`;
    case "functionResult": {
      const { callId, function: called, outcome } = item.result;
      return `${names.get(callId) ?? calledName(called).function}\n${outcomeText(outcome)}`;
    }
    case "media":
      return mediaSummary(item.media);
    // Thoughts differ in every answer, and are no reason for a branch.
    case "reasoning":
    case "unknown":
      return "";
    default:
      return assertNever(item);
  }
}

/** However a model or a person broke the lines of the arguments, they are the same. */
function inOneLine(raw: string): string {
  const { node } = readJson(raw);
  return node === null ? raw : writeInline(node);
}

import type {
  Item,
  Message,
  OutlinePassage,
  ReducedHistory,
  ReduceHistory,
  Reduction,
  ReductionPreview,
} from "$contract";

/** What the application would show of a reduction, as far as a page can tell. */
export function previewOf(reduction: Reduction, messages: Message[]): ReductionPreview {
  const passages = grouped(messages);
  const told =
    reduction.type === "collapse" ? collapsed(passages, reduction.keep) : shortened(passages, reduction);
  const count = (fates: string[]): number =>
    told.filter(({ fate }) => fates.includes(fate)).reduce((sum, { lines }) => sum + lines.length, 0);
  const after = count(["kept", "new"]);
  return {
    head: messages.at(-1)?.id ?? null,
    before: { messages: messages.length, tokens: messages.length * 120 },
    after: { messages: after, tokens: after * 110 },
    gone: count(["gone"]),
    passages: told,
    ...(reduction.type === "summarise" && { material: { prompt: PROMPT, transcript: TRANSCRIPT } }),
  };
}

export function reductionDone({ reduction }: ReduceHistory, messages: Message[]): ReducedHistory {
  const { gone, head } = previewOf(reduction, messages);
  return { done: { id: "reduction-account.several-left-out", values: { gone } }, before: head };
}

const PROMPT = "Summarise the conversation below so that it can go on from your summary alone.";
const TRANSCRIPT = "Person: Compare the weather in Boston and Oslo.\n\nModel: Boston is cloudy at 12 °C.";

function grouped(messages: Message[]): OutlinePassage[] {
  const passages: OutlinePassage[] = [];
  for (const { role, items } of messages) {
    const line = { role, words: items.map(wordsOf).join(" · ") };
    const last = passages.at(-1);
    if (role === "function" && last?.hasCalls === true) last.lines.push(line);
    else {
      const hasCalls = items.some(({ type }) => type === "functionCall");
      passages.push({ fate: "kept", hasCalls, lines: [line], untold: 0 });
    }
  }
  return passages;
}

function shortened(
  passages: OutlinePassage[],
  reduction: Exclude<Reduction, { type: "collapse" }>,
): OutlinePassage[] {
  const { target, threshold } = reduction.limits;
  let left = passages.reduce((sum, { lines }) => sum + lines.length, 0);
  if (left <= target + threshold) return passages;
  const told: OutlinePassage[] = [];
  for (const passage of passages) {
    const isSystem = passage.lines[0]?.role === "system";
    const goes = !isSystem && left > target && passage !== passages.at(-1);
    if (goes) left -= passage.lines.length;
    told.push({ ...passage, fate: goes ? "gone" : "kept" });
  }
  const end = told.findLastIndex(({ fate }) => fate === "gone") + 1;
  if (reduction.type === "truncate" || end === 0) return told;
  const words = reduction.summary === "" ? "…" : reduction.summary;
  return told.toSpliced(end, 0, {
    fate: "new",
    hasCalls: false,
    lines: [{ role: "user", words }],
    untold: 0,
  });
}

function collapsed(passages: OutlinePassage[], keep: number): OutlinePassage[] {
  const old = passages.filter(({ hasCalls }) => hasCalls).slice(0, -keep || undefined);
  return passages.flatMap((passage): OutlinePassage[] => {
    if (!old.includes(passage)) return [passage];
    const words = "[Called weather-get_forecast → 12 °C, cloudy]";
    const told: OutlinePassage = {
      fate: "new",
      hasCalls: false,
      lines: [{ role: "assistant", words }],
      untold: 0,
    };
    return [{ ...passage, fate: "gone" }, told];
  });
}

function wordsOf(item: Item): string {
  switch (item.type) {
    case "text":
    case "reasoning":
      return item.text;
    case "functionCall":
      return `calls ${item.call.arguments.raw}`;
    case "functionResult":
      return `${item.result.callId} → ${item.result.outcome.type}`;
    case "media":
      return item.media.mimeType;
    case "unknown":
      return "something that can't be read";
  }
}

import type { ExchangeId, ModelId } from "$contract";
import type { Round, Timeline } from "$timeline/model";

/** The last request to the same model before a round. A cache holds what was in it. */
export function exchangeBefore(timeline: Timeline, round: Round, model: ModelId | null): ExchangeId | null {
  const asked = timeline.turnOrder.flatMap((id) => {
    const turn = timeline.turns[id];
    return (turn?.rounds ?? []).map((one) => ({ one, model: one.terms?.model ?? turn?.plan.model ?? null }));
  });
  const place = asked.findIndex(({ one }) => one === round);
  const earlier = asked.slice(0, Math.max(0, place)).findLast((at) => at.model === model);
  return earlier?.one.exchanges.at(-1) ?? null;
}

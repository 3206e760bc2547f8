import type { ExchangeId, ModelId } from "$contract";
import { answeringModel, type Round, type Timeline } from "$timeline/model";

/** The last request that the same model answered before a round. A cache holds what was in it. */
export function exchangeBefore(timeline: Timeline, round: Round, model: ModelId | null): ExchangeId | null {
  if (model === null) return null;
  const rounds = timeline.turnOrder.flatMap((id) => {
    const turn = timeline.turns[id];
    return (turn?.rounds ?? []).map((one) => ({ one, model: answeringModel(one, turn?.plan.model ?? null) }));
  });
  const place = rounds.findIndex(({ one }) => one === round);
  const earlier = rounds.slice(0, Math.max(0, place)).findLast((at) => at.model === model);
  return earlier?.one.exchanges.at(-1) ?? null;
}

import type { ModelId, ModelPrice, PriceTable, Usage } from "$contract";
import { matches } from "$content/glob";

const MILLION = 1_000_000;

/** What a model costs: the first row that fits its name at its service. */
export function priceOf(table: PriceTable | null, model: ModelId): ModelPrice | null {
  const name = model.slice(model.indexOf("/") + 1);
  return table?.models.find((row) => matches(row.model, name)) ?? null;
}

/** In dollars. Nothing, where the provider counted nothing or nobody knows the price. */
export function costOf(usage: Usage, price: ModelPrice | null): number | null {
  if (price === null || (usage.input === null && usage.output === null)) return null;
  const { input = null, output = null } = price;
  const cached = Math.min(usage.cached ?? 0, usage.input ?? 0);
  const reasoning = Math.min(usage.reasoning ?? 0, usage.output ?? 0);
  const sides = [
    side((usage.input ?? 0) - cached, input),
    side(cached, price.cached ?? input),
    side((usage.output ?? 0) - reasoning, output),
    side(reasoning, price.reasoning ?? output),
  ];
  return sides.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

/** No tokens cost nothing, whether their price is known or not. */
function side(tokens: number, price: number | null): number | null {
  if (tokens === 0) return 0;
  return price === null ? null : (tokens * price) / MILLION;
}

/** A few digits that mean something, however small it is. */
export function costText(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars < 0.000_1) return "<$0.0001";
  if (dollars < 0.1) return `$${dollars.toFixed(4)}`;
  return `$${dollars.toFixed(2)}`;
}

/** How full the memory of a model would be. */
export type Fill = { part: number; tone: "plain" | "near" | "over" };

/** From here on a person is warned. */
const NEAR = 0.8;

export function fillOf(tokens: number, price: ModelPrice | null): Fill | null {
  if (price?.context === undefined) return null;
  const part = tokens / price.context;
  return { part, tone: part > 1 ? "over" : part >= NEAR ? "near" : "plain" };
}

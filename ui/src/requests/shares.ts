import type { PartGroup } from "$models/tokens";

/** One stretch of the bar: where it begins and how much of the whole it is, both between 0 and 1. */
export type Share = { title: string; tokens: number; start: number; part: number };

/** The groups of a request as stretches of one bar that begins at zero and ends at their sum. Nothing is enlarged. */
export function sharesOf(groups: Pick<PartGroup, "title" | "tokens">[]): Share[] {
  const filled = groups.filter(({ tokens }) => tokens > 0);
  const whole = filled.reduce((sum, { tokens }) => sum + tokens, 0);
  let before = 0;
  return filled.map(({ title, tokens }) => {
    const share = { title, tokens, start: before / whole, part: tokens / whole };
    before += tokens;
    return share;
  });
}

/** How much of the whole it is, in words. */
export function shareText({ part }: Share): string {
  return part < 0.01 ? "<1 %" : `${Math.round(part * 100)} %`;
}

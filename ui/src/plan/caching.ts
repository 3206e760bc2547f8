import { say } from "$language/say";
import type { Caching, ModelPrice, Usage } from "$contract";

const MILLION = 1_000_000;

/** How much of a request a provider had kept from earlier ones. */
export type CacheUse = {
  read: number;
  /** Tokens that were put into the cache, where the provider counts them. */
  written: number | null;
  /** Tokens that were neither read from the cache nor put into it. */
  rest: number;
  /** The part of the input that was read from the cache, from 0 to 1. */
  share: number;
  /** Dollars saved by reading from the cache. Unknown without both prices. */
  saved: number | null;
};

/** Nothing, where the provider says nothing of a cache. */
export function cacheUse(usage: Usage | null, price: ModelPrice | null): CacheUse | null {
  if (usage === null || usage.input === null) return null;
  if (usage.cached === null && usage.written === undefined) return null;
  const read = Math.min(usage.cached ?? 0, usage.input);
  const written = usage.written ?? null;
  return {
    read,
    written,
    rest: Math.max(0, usage.input - read - (written ?? 0)),
    share: usage.input === 0 ? 0 : read / usage.input,
    saved: savedBy(read, price),
  };
}

function savedBy(read: number, price: ModelPrice | null): number | null {
  if (price?.input === undefined || price.cached === undefined) return null;
  return (read * (price.input - price.cached)) / MILLION;
}

/** A share in whole percent. What is there is never shown as none, and what is missing never as all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "<1 %";
  if (share < 1 && share > 0.99) return ">99 %";
  return `${Math.round(share * 100)} %`;
}

export const CACHING: readonly { value: Caching | ""; title: string; note: string }[] = [
  { value: "", title: say("service default"), note: say("What the service does by default.") },
  {
    value: "off",
    title: say("nothing is marked"),
    note: say("No cache point is written. Some services cache all the same."),
  },
  {
    value: "short",
    title: say("for minutes"),
    note: say("The next request reads the beginning of this one from a cache, which costs less."),
  },
  {
    value: "long",
    title: say("for an hour"),
    note: say("It stays longer, and writing it costs more. Worth it where pauses are long."),
  },
];

export function cachingTitle(caching: Caching): string {
  return CACHING.find(({ value }) => value === caching)?.title ?? caching;
}

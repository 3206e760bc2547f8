import { told } from "$language/told";
import type { Adaptation, Item, Message, MessageId, Notice, Preview } from "$contract";

/** Thoughts that the next request has in vain: its provider does not take them back, or they are not sent. */
export type Voids = {
  count: number;
  /** Why, each reason once. */
  reasons: string[];
  /** The message before the first of them, from where the model could think anew. */
  before: MessageId | null;
};

type Place = { message: number; item: number };

/** Thoughts can become void only where some are kept for their provider. */
export function hasKeptThoughts(messages: readonly Message[]): boolean {
  return messages.some(({ items }) => items.some(isKeptThought));
}

/** What a draft tells of void thoughts. Those that were void before, as an earlier draft says, are not counted. */
export function voidsOf(
  draft: Preview,
  messages: readonly Message[],
  earlier: Preview | null = null,
): Voids | null {
  const known = new Set(placesOf(earlier?.adaptations ?? [], messages).map(({ pointer }) => pointer));
  const found = placesOf(draft.adaptations, messages).filter(({ pointer }) => !known.has(pointer));
  if (found.length === 0) return null;
  const first = Math.min(...found.map(({ place }) => place?.message ?? Number.POSITIVE_INFINITY));
  return {
    count: found.length,
    reasons: [...new Set(found.map(({ why }) => told(why)))],
    before: messages[first]?.parent ?? null,
  };
}

type Found = { pointer: string; place: Place | null; why: Notice };

function placesOf(adaptations: readonly Adaptation[], messages: readonly Message[]): Found[] {
  return adaptations.flatMap(({ kind, why, places }) => {
    if (kind !== "dropped" && kind !== "leftOut") return [];
    const all = places.map((pointer) => ({ pointer, place: placeOf(pointer), why }));
    return all.filter(({ place }) => kind === "dropped" || isThought(place, messages));
  });
}

function placeOf(pointer: string): Place | null {
  const found = /^\/messages\/(\d+)\/items\/(\d+)$/.exec(pointer);
  return found === null ? null : { message: Number(found[1]), item: Number(found[2]) };
}

function isThought(place: Place | null, messages: readonly Message[]): boolean {
  const item = place === null ? undefined : messages[place.message]?.items[place.item];
  return item !== undefined && isKeptThought(item);
}

function isKeptThought(item: Item): boolean {
  return item.type === "reasoning" && item.providerState !== undefined;
}

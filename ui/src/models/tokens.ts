import { wholeNumber } from "$language/number";
import { count, say } from "$language/say";
import type { EstimateBasis, EstimatedPart, EstimatedRequest, RequestPartKind } from "$contract";

/** How many tokens more or fewer it may be, with as many digits as can be meant. */
export function giveOrTake(total: number, off: number): number {
  const tokens = total * off;
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return Math.ceil(tokens / digit) * digit;
}

/** The size of a request, and how far off that may be. An error as large as the size itself is no number to read. */
export function sizeText({ total, off }: Pick<EstimatedRequest, "total" | "off">): string {
  const tokens = wholeNumber(total);
  return off < 1
    ? say("≈ {tokens} ± {off} tokens", { tokens, off: wholeNumber(giveOrTake(total, off)) })
    : say("rough: ≈ {tokens} tokens", { tokens });
}

/** What an estimate rests on, in words. */
export function basisText(basis: EstimateBasis, off: number): string {
  const about =
    off < 1 ? say("likely within {off} %", { off: Math.round(off * 100) }) : say("it may be far off");
  return basis.type === "reported"
    ? say("Estimated from what the provider counted for {requests} of this session; {about}.", {
        requests: count(basis.requests, "request", "requests"),
        about,
      })
    : say(
        "Estimated from what is usual with {kind}; {about}. It gets closer once the provider has counted a request.",
        { kind: basis.kind, about },
      );
}

export type PartGroup = {
  title: string;
  tokens: number;
  parts: EstimatedPart[];
  /** How many smaller ones there are besides. */
  more: number;
};

const GROUPS: readonly { title: string; kinds: readonly RequestPartKind[] }[] = [
  { title: say("Instructions"), kinds: ["system"] },
  { title: say("Messages"), kinds: ["person", "assistant"] },
  { title: say("Results"), kinds: ["results"] },
  { title: say("Functions"), kinds: ["function"] },
  { title: say("Added by the provider"), kinds: ["protocol", "model", "choice", "calls", "setting"] },
];

/** The parts of an estimate by what they are, the largest part of each first. */
export function groupsOf({ parts, smaller }: Pick<EstimatedRequest, "parts" | "smaller">): PartGroup[] {
  return GROUPS.flatMap(({ title, kinds }) => {
    const own = parts.filter(({ kind }) => kinds.includes(kind));
    if (own.length === 0) return [];
    const others = smaller.filter(({ kind }) => kinds.includes(kind));
    const tokens = [...own, ...others].reduce((total, part) => total + part.tokens, 0);
    const more = others.reduce((total, { parts: count }) => total + count, 0);
    return [{ title, tokens, parts: own.toSorted((one, other) => other.tokens - one.tokens), more }];
  });
}

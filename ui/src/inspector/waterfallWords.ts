import { list, say } from "$language/say";
import { duration, offset } from "$shared/text/time";
import type { Span, SpanKind } from "$inspector/waterfall";

export function kindText(kind: SpanKind): string {
  switch (kind) {
    case "selection":
      return say("Selection");
    case "request":
      return say("Request");
    case "call":
      return say("Call");
    case "wait":
      return say("Waiting");
  }
}

/** When a model began to answer, counted from the request. */
export function firstText({ kind, from, firstAt }: Span): string | null {
  return kind !== "request" || firstAt === null ? null : duration(firstAt - from);
}

/** A span in words, for those who don't see its bar. It begins with what is written beside the bar. */
export function spanWords(span: Span, begin: number, now: number): string {
  const first = firstText(span);
  const took = duration((span.to ?? now) - span.from);
  const parts = [
    `${span.title} ${took}${span.to === null ? say(" so far") : ""}`,
    say("from {offset} s", { offset: offset(span.from - begin) }),
    first === null ? null : say("first answer after {first}", { first }),
    span.isFailed ? say("failed") : null,
  ];
  return list(parts.filter((part) => part !== null));
}

import { duration, offset } from "$state/time";
import type { Span, SpanKind } from "$state/waterfall";

export function kindText(kind: SpanKind): string {
  switch (kind) {
    case "selection":
      return "Selection";
    case "request":
      return "Request";
    case "call":
      return "Call";
    case "wait":
      return "Waiting";
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
    `${span.title} ${took}${span.to === null ? " so far" : ""}`,
    `from ${offset(span.from - begin)} s`,
    first === null ? null : `first answer after ${first}`,
    span.isFailed ? "failed" : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

import { list, say } from "$language/say";
import { duration, offset } from "$shared/text/time";
import { type Span, type SpanKind, workBy } from "$inspector/waterfall";

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
export function firstText(span: Span): string | null {
  const { kind, firstAt } = span;
  return kind !== "request" || firstAt === null ? null : duration(workBy(span, firstAt));
}

/** A span in words, for those who don't see its bar. It begins with what is written beside the bar. */
export function spanWords(span: Span, begin: number, now: number): string {
  const first = firstText(span);
  const took = duration(workBy(span, span.to ?? now));
  const parts = [
    `${span.title} ${took}${span.to === null ? say(" so far") : ""}`,
    say("from {offset} s", { offset: offset(span.from - begin) }),
    first === null ? null : say("first answer after {first}", { first }),
    span.isFailed ? say("failed") : null,
  ];
  return list(parts.filter((part) => part !== null));
}

import { say } from "$language/say";
import { calledTitle } from "$content/naming";
import type { ReadSpan } from "$inspector/spanReading";
import type { Span } from "$inspector/waterfall";
import type { Timeline } from "$timeline/model";

/** Spans with what they are called now: a call may have become another since. */
export function titled(spans: readonly ReadSpan[], timeline: Timeline): Span[] {
  return spans.map(({ id, place, ...span }) => ({
    ...span,
    title: titleOf({ ...span, id, place }, timeline),
  }));
}

function titleOf(span: ReadSpan, timeline: Timeline): string {
  const { round } = span;
  switch (span.kind) {
    case "selection":
      return say("Choosing functions");
    case "request":
      return say("Request {round}", { round });
    case "call":
      return callTitle(span, timeline);
    case "wait":
      return waitTitle(span, timeline);
  }
}

function callTitle({ call, id }: ReadSpan, timeline: Timeline): string {
  const state = call === null ? undefined : timeline.calls.of(call);
  return state === undefined ? (id ?? "") : calledTitle(state.function);
}

function waitTitle(span: ReadSpan, timeline: Timeline): string {
  const { round } = span;
  const title = callTitle(span, timeline);
  switch (span.place) {
    case "beforeCall":
      return say("Waiting for you before {title}", { title });
    case "duringCall":
      return say("Waiting for you during {title}", { title });
    case "afterCall":
      return say("Waiting for you after {title}", { title });
    case "beforeRequest":
      return say("Waiting for you before request {round}", { round });
    case "duringAnswer":
      return say("Waiting for you during answer {round}", { round });
    case "afterResponse":
    case null:
      return say("Waiting for you after response {round}", { round });
  }
}

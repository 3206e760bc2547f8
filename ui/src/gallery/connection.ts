import type { Exchange, WireEvent } from "$contract";

type Step = Exchange<WireEvent>["frames"][number];

/** What happened before an answer came: an id in another form, a refusal and a second attempt. */
export function connectionDemo(at: number): Step[] {
  const step = (after: number, event: WireEvent): Step => ({ at: at + after, frame: event });
  return [
    step(0, {
      type: "adapted",
      adaptation: {
        kind: "rewritten",
        what: "the id of a call is written in another form",
        why: "the provider wants ids of its own form, and each of them once",
        places: ["/messages/3/items/0"],
      },
    }),
    step(1, attempt(1)),
    step(90, { type: "answered", status: 429, version: "HTTP/2.0", headers: [] }),
    step(91, { type: "retrying", reason: "Acme refused: slow down (429, rate_limit_exceeded)", wait: 220 }),
    step(311, attempt(2)),
    step(371, {
      type: "answered",
      status: 200,
      version: "HTTP/2.0",
      headers: [
        { name: "content-type", value: "text/event-stream" },
        { name: "x-request-id", value: "req_8f21" },
      ],
    }),
  ];
}

function attempt(number: number): WireEvent {
  return {
    type: "attempt",
    number,
    method: "POST",
    url: "https://models.example/v1/chat/completions",
    headers: [
      { name: "content-type", value: "application/json" },
      { name: "authorization", value: "Bearer •••" },
    ],
  };
}

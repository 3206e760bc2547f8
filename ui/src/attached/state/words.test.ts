import { expect, it } from "vitest";
import { linesByClient } from "$attached/state/connection";
import { conversationsOf } from "$attached/state/conversations";
import { newFault } from "$attached/state/faults";
import { ProgramDraft } from "$attached/state/programDraft.svelte";
import { addressFault, withUpstream } from "$attached/state/upstreams";
import { answererText, firstToGiveUp, requestsText, timeLeft } from "$attached/state/words";
import type { Answerer, HeldRequest } from "$contract";
import { PROGRAM_SETTINGS, SUPPORT_AGENT } from "$gallery/fixtures/attached";

function held(session: string, until?: number): HeldRequest {
  const request = { session, turn: "t1", since: 0, streams: true };
  return until === undefined ? request : { ...request, until };
}

it("counts the time that is left as a clock does, and never below nought", () => {
  expect([572_000, 571_001, 59_000, 3_725_000, 0, -5].map(timeLeft)).toEqual([
    "9:32",
    "9:32",
    "0:59",
    "1:02:05",
    "0:00",
    "0:00",
  ]);
});

it("names the request first whose program gives up first", () => {
  expect(firstToGiveUp([])).toBeNull();
  expect(firstToGiveUp([held("a"), held("b", 9), held("c", 5)])?.session).toBe("c");
  expect(firstToGiveUp([held("a")])?.session).toBe("a");
});

it("tells how often a program asked", () => {
  expect(requestsText(SUPPORT_AGENT)).toBe("waits for its first request");
  expect([1, 2].map((requests) => requestsText({ ...SUPPORT_AGENT, requests }))).toEqual([
    "1 request",
    "2 requests",
  ]);
});

it("gathers the lines of one kind of client", () => {
  const line = (client: string, text: string) => ({ provider: "openai" as const, client, text });
  expect(linesByClient([line("A", "1"), line("B", "2"), line("A", "3")])).toEqual([
    { client: "A", lines: ["1", "3"] },
    { client: "B", lines: ["2"] },
  ]);
});

it("shows the conversations that are listed, in the order of the program", () => {
  const summary = (id: string) => ({ id, title: id, created: 0, changed: 0, models: [], tags: [] });
  const known = new Map(["s1", "s2"].map((id) => [id, summary(id)]));
  expect(conversationsOf(["s2", "gone", "s1"], known).map(({ id }) => id)).toEqual(["s2", "s1"]);
});

it("takes whole addresses only, and an empty one as the usual one", () => {
  expect(["https://models.example/v1", "http://127.0.0.1:9"].map(addressFault)).toEqual([null, null]);
  expect(["models.example", "file:///x", "https://"].every((one) => addressFault(one) !== null)).toBe(true);
  const written = withUpstream({ openai: "http://a" }, "gemini", " http://b ");
  expect(written).toEqual({ openai: "http://a", gemini: "http://b" });
  expect(withUpstream(written, "openai", " ")).toEqual({ gemini: "http://b" });
});

it("plans a fault, and takes it away without a trace", () => {
  const draft = new ProgramDraft("Support agent", PROGRAM_SETTINGS);
  draft.setFault({ fault: newFault("cut"), requests: 2 });
  expect(draft.settings.fault).toEqual({ fault: { type: "cut" }, requests: 2 });
  draft.setFault(null);
  expect(draft.settings).toEqual(PROGRAM_SETTINGS);
});

it("plans faults of functions, each with its name", () => {
  const draft = new ProgramDraft("Support agent", PROGRAM_SETTINGS);
  const fault = { function: "get_weather", fault: newFault("late"), answers: 2 };
  draft.setFunctionFaults([fault]);
  expect([draft.settings.functionFaults, draft.isWrong]).toEqual([[fault], false]);
  draft.setFunctionFaults([{ ...fault, function: " " }]);
  expect(draft.isWrong).toBe(true);
  draft.setFunctionFaults([]);
  expect(draft.settings).toEqual(PROGRAM_SETTINGS);
});

it("names who answers in the place of the provider", () => {
  const answered = (answerer: Answerer): string | null =>
    answererText({ ...SUPPORT_AGENT, settings: { ...PROGRAM_SETTINGS, answerer } });
  expect(answered({ type: "provider" })).toBeNull();
  expect(answered({ type: "model", model: "local/qwen" })).toBe("answered by local/qwen");
  expect(answered({ type: "session", session: "s1" })).toBe("answered by a session");
});

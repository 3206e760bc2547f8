import { asWritten } from "$language/notices";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hit, IndexState, Search, Searched, SearchOutcome } from "$contract";
import type { Host } from "$host/host";
import { SearchState } from "$search/search.svelte";
import { suggestions } from "$search/searchWords";
import { demoOverview } from "$gallery/fixtures/demoHost";

const CURRENT: IndexState = { type: "current" };

/** Answers when it is told to, in any order. */
class SlowHost implements Host {
  readonly asked: { args: Search; answer: (searched: Searched) => void }[] = [];

  call = ((_command: string, args: Search) =>
    new Promise((resolve) => this.asked.push({ args, answer: resolve }))) as unknown as Host["call"];

  follow(): () => void {
    return () => undefined;
  }

  async answer(at: number, outcome: SearchOutcome, index = CURRENT): Promise<void> {
    this.asked[at]?.answer({ outcome, index });
    await vi.advanceTimersByTimeAsync(0);
  }
}

let host: SlowHost;
let search: SearchState;

beforeEach(() => {
  vi.useFakeTimers();
  host = new SlowHost();
  search = new SearchState(host, "Europe/Oslo");
});

afterEach(() => {
  vi.useRealTimers();
});

function hit(session: string, message: string): Hit {
  return {
    session,
    message,
    kind: "person",
    at: 0,
    item: 0,
    answer: null,
    call: null,
    function: null,
    statuses: [],
    model: null,
    took: null,
    snippets: [{ part: "text", text: message, marks: [] }],
  };
}

function found(hits: Hit[], total = hits.length): SearchOutcome {
  const ids = [...new Set(hits.map(({ session }) => session))];
  const sessions = ids.map((session) => ({ session, title: session, total: 9 }));
  return { type: "found", found: { hits, total, sessions } };
}

async function type(...texts: string[]): Promise<void> {
  for (const text of texts) {
    search.write(text);
    await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(200);
}

const messages = (): (string | null)[] => search.hits.map(({ message }) => message);

describe("a search", () => {
  it("waits for a pause in typing and tells where the person is", async () => {
    await type("b", "bo", "bos");
    expect(host.asked.map(({ args }) => [args.text, args.zone])).toEqual([["bos", "Europe/Oslo"]]);
    expect(search.isAnswered).toBe(false);
  });

  it("drops answers that come too late", async () => {
    await type("bos");
    await type("boston");
    await host.answer(1, found([hit("s1", "new")]));
    await host.answer(0, found([hit("s1", "old")]));
    expect(messages()).toEqual(["new"]);
    expect(search.isAnswered).toBe(true);
  });

  it("is over when the field is empty, and what is still under way changes nothing", async () => {
    await type("bos");
    search.clear();
    await host.answer(0, found([hit("s1", "late")]));
    expect([search.isActive, messages()]).toEqual([false, []]);
  });

  it("asks again while sessions are still being read", async () => {
    await type("bos");
    await host.answer(0, found([]), { type: "reading", done: 1, of: 3 });
    expect(search.index).toEqual({ type: "reading", done: 1, of: 3 });
    await vi.advanceTimersByTimeAsync(500);
    expect(host.asked).toHaveLength(2);
    await host.answer(1, found([hit("s1", "a")]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(host.asked).toHaveLength(2);
  });

  it("keeps what was found while the query is no query", async () => {
    await type("bos");
    await host.answer(0, found([hit("s1", "a")]));
    await type("bos status:fa");
    const fault = {
      start: 4,
      end: 13,
      message: asWritten("no"),
      instead: "status:failed",
      filter: "status",
    } as const;
    await host.answer(1, { type: "notUnderstood", fault });
    expect([search.fault, messages()]).toEqual([fault, ["a"]]);
    await type("bos status:failed");
    await host.answer(2, found([]));
    expect([search.fault, messages()]).toEqual([null, []]);
  });
});

describe("what was found", () => {
  it("stands together by session, also when more comes", async () => {
    await type("bos");
    await host.answer(0, found([hit("s1", "a"), hit("s2", "b"), hit("s1", "c")], 4));
    expect(messages()).toEqual(["a", "c", "b"]);
    expect(search.hasMore).toBe(true);
    const more = search.more();
    expect(host.asked[1]?.args.offset).toBe(3);
    await host.answer(1, found([hit("s2", "d")], 4));
    await more;
    expect(messages()).toEqual(["a", "c", "b", "d"]);
    expect(search.groups.map(({ title, total }) => [title, total])).toEqual([
      ["s1", 9],
      ["s2", 9],
    ]);
    expect(search.hasMore).toBe(false);
  });

  it("is stepped through in a circle", async () => {
    await type("bos");
    await host.answer(0, found([hit("s1", "a"), hit("s1", "b")]));
    expect(search.chosen).toBe(-1);
    const steps = [1, 1, 1, -1, -1].map((by) => {
      search.step(by);
      return search.chosen;
    });
    expect(steps).toEqual([0, 1, 0, 1, 0]);
  });
});

describe("suggestions", () => {
  const titles = (text: string): string[] => suggestions(text, demoOverview()).map(({ title }) => title);
  const texts = (text: string): string[] => suggestions(text, demoOverview()).map((one) => one.text);

  it("are filters for a word that begins like one", () => {
    expect(titles("boston fun")).toEqual(["function:"]);
    expect(texts("boston -st")).toEqual(["boston -status:"]);
    expect(titles("boston")).toEqual([]);
    expect(titles("f")).toEqual([]);
  });

  it("are values there are, behind a filter", () => {
    expect(titles("plugin:")).toContain("weather");
    expect(texts("x function:get_f")).toEqual(["x function:get_forecast "]);
    expect(texts("status:failed,de")).toEqual(["status:failed,declined "]);
    expect(titles("status:failed ")).toEqual([]);
    expect(titles("nothing:x")).toEqual([]);
  });
});

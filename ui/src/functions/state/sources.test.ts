import { describe, expect, it, vi } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { NO_SOURCES } from "$host/scripted/sources";
import { AppState } from "$window/app.svelte";
import { progressShare, progressText } from "$calls/progress";
import { lineOf, ServerDraft, wordsOf } from "$functions/state/serverDraft.svelte";
import { SourcesState } from "$functions/state/sources.svelte";
import { wordsOf as promptWords } from "$functions/state/templateWords";
import { ByHandState } from "$functions/state/byHand.svelte";
import { exchangeDemo, FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";

function setUp(): { host: ScriptedHost; sources: SourcesState } {
  const host = new ScriptedHost({
    overview: demoOverview(),
    recording: weatherDemo(),
    exchange: exchangeDemo(),
    sources: { ...NO_SOURCES, version: 3 },
    shown: 2,
    pace: 0,
  });
  return { host, sources: new SourcesState(new AppState(host)) };
}

function asked(host: ScriptedHost, wanted: string): unknown[] {
  return host.asked.filter(({ command }) => command === wanted).map(({ args }) => args);
}

describe("sources", () => {
  it("are read once for each change, however often it is told", async () => {
    const { host, sources } = setUp();
    const app = new AppState(host);
    const hearing = new SourcesState(app);
    for (const version of [1, 2, 3]) app.hearSources(version);
    await vi.waitFor(() => expect(hearing.now?.version).toBe(3));
    app.hearSources(3);
    expect(asked(host, "sources_list")).toHaveLength(1);
    expect(sources.now).toBeNull();
  });
});

describe("a server that is written", () => {
  it("has its command in words, with quotes around those with blanks", () => {
    const words = ["node", "my server.js", "--say", 'a "b"'];
    expect(wordsOf(lineOf(words))).toEqual(words);
    expect(lineOf(["npx", "-y", "@scope/name"])).toBe("npx -y @scope/name");
  });

  it("keeps values apart from their names, and sends none that was emptied", async () => {
    const { host } = setUp();
    const draft = new ServerDraft(host, null);
    draft.change({ title: "Files" });
    draft.setLine("npx files");
    draft.setValue("TOKEN", "TOKEN", "t-1");
    draft.setValue("OTHER", "OTHER", "");
    await draft.save();
    const transport = { program: "npx", arguments: ["files"], variables: ["TOKEN", "OTHER"] };
    expect(asked(host, "server_save")).toMatchObject([{ settings: { transport }, headers: {} }]);
    expect(asked(host, "server_save")[0]).toHaveProperty("variables", { TOKEN: "t-1" });
  });
});

describe("a function run by hand", () => {
  it("never runs with an older value than the one that is written", async () => {
    const { host, sources } = setUp();
    const byHand = new ByHandState(host, sources);
    const [spec] = FUNCTIONS;
    if (spec === undefined) throw new Error("a function");
    byHand.open(spec);
    byHand.edit.write('{"city": ');
    await byHand.start(null, false);
    expect(asked(host, "function_run")).toEqual([]);
    byHand.edit.write('{"city": null}');
    await byHand.start(null, false);
    expect(asked(host, "function_run")).toMatchObject([{ arguments: '{"city": null}', session: null }]);
    expect(byHand.run?.outcome?.type).toBe("returned");
  });

  it("has what was written for it before when it is opened again", () => {
    const { host, sources } = setUp();
    const byHand = new ByHandState(host, sources);
    const [spec] = FUNCTIONS;
    if (spec === undefined) throw new Error("a function");
    byHand.open(spec);
    byHand.edit.write('{"city": "Oslo"}');
    byHand.close();
    byHand.open(spec);
    expect(byHand.edit.text).toBe('{"city": "Oslo"}');
  });
});

describe("words", () => {
  it("of a template are those that stand for something", () => {
    const template =
      "{% for place in places %}{{ place }}{% endfor %} {{ city|upper }} {% if day %}{{ loop }}{% endif %}";
    expect(promptWords(template)).toEqual(["places", "city", "day"]);
  });

  it("tell how far a call is", () => {
    expect(progressText({ type: "steps", done: 2, total: 5, message: "reading" })).toBe("2 of 5 · reading");
    expect(progressText({ type: "steps", done: 0.25, total: null, message: null })).toBe("0.3");
    expect(progressShare({ type: "steps", done: 2, total: 0, message: null })).toBeNull();
  });
});

describe("a server that was added", () => {
  it("is known to the draft, and one that was changed is not added again", async () => {
    const { host } = setUp();
    const draft = new ServerDraft(host, null);
    draft.change({ title: "files" });
    draft.setLine("node server.js");
    expect(await draft.save()).toBe(true);
    expect(draft.added.map(({ title }) => title)).toEqual(["files"]);

    const [added] = draft.added;
    const changed = new ServerDraft(host, { ...(added ?? draft.settings), id: "files" });
    expect(await changed.save()).toBe(true);
    expect(changed.added).toEqual([]);
  });

  it("is sought until it is in sight", () => {
    const { sources } = setUp();
    sources.seek("mcp:files");
    expect(sources.sought).toBe("mcp:files");
    sources.found();
    expect(sources.sought).toBeNull();
  });
});

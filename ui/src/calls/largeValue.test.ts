import { beforeEach, describe, expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { LargeValueState } from "$calls/largeValue.svelte";
import { callKey, emptyTimeline, type Timeline } from "$timeline/model";
import { CallEdit } from "$stops/state/callEdit.svelte";
import { rowsOf } from "$session/rows";
import { applyEntry } from "$timeline/timeline";
import { exchangeDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { largeBody, largeDemo } from "$gallery/fixtures/histories";

const BODY = largeBody();
const VALUE = { place: "/x", body: 1, kind: "text" as const, size: BODY.length };

function timeline(): Timeline {
  const taken = emptyTimeline();
  for (const entry of largeDemo().entries) applyEntry(taken, entry);
  return taken;
}

describe("an entry that is shown in part", () => {
  it("tells it at the call its result belongs to", () => {
    const call = timeline().calls.of(callKey("m2", "call_1"));
    expect(call?.largeResult?.size).toBe(BODY.length);
    expect(call?.largeArguments).toBeNull();
  });

  it("tells it below a message that is no call and no result", () => {
    const taken = timeline();
    const place = "/message/items/0/text";
    const large = [{ ...VALUE, place }];
    const parent = taken.head;
    applyEntry(taken, {
      seq: taken.seq + 1,
      at: 0,
      event: {
        type: "messageAdded",
        turn: null,
        message: {
          id: "long",
          parent,
          role: "user",
          items: [{ type: "text", text: "beginning" }],
          author: { type: "person" },
          origin: "person",
        },
      },
      large,
    });
    expect(rowsOf(taken).at(-2)).toMatchObject({ type: "large", large: { place } });
  });
});

describe("a stop at something that is shown in part", () => {
  it("never sends the beginning back as if it were all", () => {
    const call = timeline().calls.of(callKey("m2", "call_1"));
    if (call === undefined) throw new Error("the call is there");
    const ended = { ...call, ended: call.result?.outcome ?? null };
    const edit = new CallEdit(ended, "after", []);
    expect(edit.result.text).toBe("");
    expect(edit.decision()).toEqual({ type: "continue" });

    const partial = new CallEdit({ ...call, largeArguments: VALUE }, "before", []);
    partial.arguments.write('{"city": "al"}');
    expect(partial.decision()).toEqual({ type: "continue" });
  });
});

describe("a large value", () => {
  let host: ScriptedHost;
  let large: LargeValueState;

  beforeEach(async () => {
    const recording = largeDemo();
    const shown = recording.entries.length;
    const script = { overview: demoOverview(), exchange: exchangeDemo(), pace: 0, body: BODY };
    host = new ScriptedHost({ ...script, recording, shown });
    const app = new AppState(host);
    await app.load();
    large = new LargeValueState(host, () => app.session?.id ?? null);
    await large.open(VALUE, "Result");
  });

  const text = (): string => large.parts.map((part) => part.text).join("");

  it("is read part by part, and earlier parts make room", async () => {
    expect(text()).toBe(BODY.slice(0, 65_536));
    await large.more();
    expect(text()).toBe(BODY.slice(0, 131_072));
    while (!large.isAtEnd) await large.more();
    expect(BODY.endsWith(text())).toBe(true);
    expect(text().length).toBeLessThanOrEqual(16 * 65_536);
    await large.rewind();
    expect(large.from).toBe(0);
  });

  it("is opened at the part a path leads to", async () => {
    await large.locate("$.nowhere");
    expect(large.located).toBe("nowhere");
    expect(text()).toBe(BODY.slice(0, 65_536));
    await large.find("LOST in the mail");
    await large.rewind();
    expect([large.located, large.found]).toEqual([null, null]);
  });

  it("is searched, and shown where the text was found", async () => {
    await large.find("LOST in the mail");
    const at = BODY.indexOf("lost in the mail");
    expect(large.found).toBe(at);
    expect(
      text()
        .slice(at - large.from)
        .startsWith("lost in the mail"),
    ).toBe(true);
    await large.find("LOST in the mail");
    expect(large.found).toBe("nowhere");
  });

  it("is saved under its name", async () => {
    await large.save("Result.txt");
    expect(large.saved).toEqual({ path: "~/.local/share/callwright/exports/Result.txt", size: BODY.length });
  });
});

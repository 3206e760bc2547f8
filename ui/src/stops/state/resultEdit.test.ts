import { describe, expect, it } from "vitest";
import { FORECAST, PLAN } from "$gallery/fixtures/demo";
import { functionCall, functionResult, Recorder, returned } from "$gallery/fixtures/recorder";
import { roundBegan } from "$gallery/fixtures/records";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { ResultEdit } from "$stops/state/resultEdit.svelte";
import { waitingAt } from "$stops/state/waiting";
import { emptyTimeline, latestTurn } from "$timeline/model";
import { applyEntry } from "$timeline/timeline";

describe("a result that is written by hand", () => {
  it("begins as the last result of the function", () => {
    const log = new Recorder("A test", PLAN, 0).begin("t1", "Is it warm?").turn(roundBegan(1));
    log.say("assistant", [functionCall("a", FORECAST, "{}")]);
    log.say("function", [functionResult("a", FORECAST, returned({ sky: "clear" }), "function")]);
    log.turn(roundBegan(2)).say("assistant", [functionCall("b", FORECAST, "{}")]);
    log.resolve([{ call: "b", name: FORECAST }]).pause({ type: "beforeCall", call: "b" });
    const timeline = emptyTimeline();
    for (const entry of log.entries) applyEntry(timeline, entry);
    const turn = latestTurn(timeline);
    if (turn?.pause == null) throw new Error("the turn does not stand still");
    const { own } = new PauseEdit(turn.pause, waitingAt(timeline, turn, []));
    expect([own?.mode, own?.result.kind, own?.result.text]).toEqual([
      "run",
      "json",
      '{\n  "sky": "clear"\n}',
    ]);
    own?.choose("result");
    expect(own?.decision()).toEqual({ type: "writeResult", outcome: returned({ sky: "clear" }) });
    own?.result.write("{}");
    own?.result.restore();
    expect(own?.result.text).toBe('{\n  "sky": "clear"\n}');
  });

  it("is empty words where nothing is known of the function", () => {
    const result = new ResultEdit(null);
    expect([result.kind, result.text, result.begins]).toEqual(["text", "", "empty"]);
  });

  it("begins in the form the function declares where it has not returned yet, and is held to it", () => {
    const schema = {
      type: "object",
      properties: {
        sky: { type: "string" },
        warm: { type: "boolean", default: true },
        hours: { type: "array", items: { type: "object", properties: { at: { type: "integer" } } } },
      },
      required: ["sky"],
    };
    const result = new ResultEdit(null, null, { last: null, schema });
    expect([result.kind, result.begins, result.isChanged]).toEqual(["json", "asSchema", false]);
    expect(JSON.parse(result.text)).toEqual({ sky: "", warm: true, hours: [{ at: 0 }] });
    expect(result.problems).toEqual([]);
    result.write('{"sky": 3}');
    expect(result.problems.map(({ path }) => path)).toEqual([["sky"]]);
    expect(result.outcome).toEqual(returned({ sky: 3 }));
  });

  it("begins as the last result rather than in the declared form", () => {
    const last = returned({ sky: "clear" });
    const result = new ResultEdit(null, null, { last, schema: { type: "object" } });
    expect([result.begins, result.text]).toEqual(["asLast", '{\n  "sky": "clear"\n}']);
  });

  it("offers what was meant where it is nearly JSON", () => {
    const result = new ResultEdit(returned({ sky: "clear" }));
    result.write("{'sky': 'clear',}");
    expect(result.obstacle).not.toBeNull();
    expect(result.repaired?.text).toBe('{"sky": "clear"}');
  });

  it("says of words that look like JSON that they are, and takes them so", () => {
    const result = new ResultEdit(null);
    result.write("It is {clear}");
    expect(result.asJson).toBeNull();
    result.write("{'sky': 'clear',}");
    result.takeAsJson();
    expect(result.outcome).toEqual(returned({ sky: "clear" }));
  });

  it("leaves JSON in a text where the function itself returned some in a text, unless there are slips in it", () => {
    const result = new ResultEdit({ type: "returned", output: { type: "text", text: '{"sky": "clear"}' } });
    expect([result.kind, result.asJson]).toEqual(["text", null]);
    result.write('{"sky": "rain"}');
    expect(result.asJson).toBeNull();
    result.write("{'sky': 'rain'}");
    expect(result.asJson?.slips).toHaveLength(1);
  });
});

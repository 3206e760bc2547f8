import { describe, expect, it } from "vitest";
import { AnswerEdit } from "$stops/state/answerEdit.svelte";
import { goOnText } from "$stops/state/goOnText";
import { PauseEdit } from "$stops/state/pauseEdit.svelte";
import { afterStop } from "$stops/state/stopAhead";
import { FORECAST, FUNCTIONS } from "$gallery/fixtures/demo";

function withCall(name: string): AnswerEdit {
  const answer = new AnswerEdit(null);
  answer.addCall();
  answer.calls[0]?.nameFunction(name, FUNCTIONS);
  return answer;
}

describe("an answer written by hand", () => {
  it("needs a text or a call", () => {
    const answer = new AnswerEdit(null);
    answer.write("  \n");
    expect([answer.obstacle, answer.decision()]).toEqual(["Write a text or add a call first", null]);
    answer.write("It rains.");
    expect(answer.decision()).toEqual({ type: "writeAnswer", text: "It rains.", calls: [] });
  });

  it("may be calls alone, of functions that exist and of others", () => {
    const answer = withCall("weather.get_forecast");
    answer.calls[0]?.arguments.write('{"city": "Oslo"}');
    answer.addCall();
    answer.calls[1]?.nameFunction("tides.next", FUNCTIONS);
    expect(answer.decision()).toEqual({
      type: "writeAnswer",
      text: "",
      calls: [
        { function: FORECAST, raw: '{"city": "Oslo"}' },
        { function: { plugin: "tides", function: "next" }, raw: "{}" },
      ],
    });
  });

  it("says which call can't be made", () => {
    const answer = withCall("weather.get_forecast");
    answer.addCall();
    expect(answer.obstacle).toBe("Call 2 of 2: Name a function first");
    const [first, second] = answer.calls;
    if (second !== undefined) answer.remove(second);
    expect(answer.obstacle).toBeNull();
    first?.arguments.write('{"city"');
    expect(answer.obstacle).toBe(first?.arguments.fault?.message);
    expect(answer.decision()).toBeNull();
  });
});

describe("a stop before a request", () => {
  const pause = { number: 1, place: { type: "beforeRequest" }, reason: "breakpoint" } as const;
  const stop = (): PauseEdit => new PauseEdit(pause, { calls: [], request: null, functions: FUNCTIONS });

  it("gives the answer that is open, and no request follows it", () => {
    const edit = stop();
    edit.written?.open();
    edit.written?.write("It rains.");
    expect(edit.answer()).toEqual({ decision: { type: "writeAnswer", text: "It rains.", calls: [] } });
    expect([goOnText(edit), afterStop("t1", edit)]).toEqual(["Give this answer", null]);
  });

  it("goes on as before once the answer is left, and keeps what was written", () => {
    const edit = stop();
    edit.written?.open();
    edit.written?.write("It rains.");
    edit.written?.close();
    expect([edit.answer(), edit.isChanged]).toEqual([{ decision: { type: "continue" } }, false]);
    expect(edit.written?.text).toBe("It rains.");
  });

  it("has no answer to write at a call", () => {
    const edit = new PauseEdit(
      { ...pause, place: { type: "afterResponse" } },
      { calls: [], request: null, functions: [] },
    );
    expect(edit.written).toBeNull();
  });
});

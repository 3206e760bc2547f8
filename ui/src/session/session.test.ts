import { beforeEach, describe, expect, it } from "vitest";
import type { CommandError, CommandName, Commands, FunctionSpec, TurnPlan } from "$contract";
import { HostError } from "$host/host";
import { ScriptedHost } from "$host/scripted/host";
import { toggleStop } from "$breakpoints/breakpoints";
import { SessionState } from "$session/session.svelte";
import { exchangeDemo, FUNCTION_SETTINGS, FUNCTIONS, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { pageError } from "$language/notices";

const FIRST_STOP = 34;

let host: ScriptedHost;
let session: SessionState;
let reported: CommandError[];

beforeEach(() => {
  host = hostAt(FIRST_STOP);
  reported = [];
  session = new SessionState("s1", host, (error) => reported.push(error));
  session.follow();
});

function hostAt(shown: number): ScriptedHost {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  return new ScriptedHost({ ...script, shown, pace: 0 });
}

/** What was asked of the application last. */
function lastAsked(): unknown {
  return host.asked.at(-1);
}

describe("a session with functions of its own", () => {
  const forecast = {
    ...(FUNCTIONS[0] as FunctionSpec),
    parameters: { type: "object", properties: { city: { type: "string", maxLength: 3 } } },
  };

  beforeEach(() => {
    const settings = { ...FUNCTION_SETTINGS, defined: [forecast] };
    const [first, ...rest] = weatherDemo().entries.slice(0, FIRST_STOP);
    if (first === undefined) throw new Error("the demo has no entries");
    const set = { ...first, event: { type: "noted", note: { type: "functions", settings } } } as const;
    const entries = [first, set, ...rest].map((entry, index) => ({ ...entry, seq: index + 1 }));
    const script = {
      overview: demoOverview(),
      recording: { title: "Own", entries },
      exchange: exchangeDemo(),
    };
    host = new ScriptedHost({ ...script, shown: entries.length, pace: 0 });
    session = new SessionState(
      "s1",
      host,
      () => undefined,
      undefined,
      () => FUNCTIONS,
    );
    session.follow();
  });

  it("has no others", () => {
    expect(session.functions.available(FUNCTIONS)).toEqual([forecast]);
  });

  it("holds arguments at a stop against the schema it defines", () => {
    const own = session.edit?.own ?? null;
    expect(own?.arguments.schema).toEqual(forecast.parameters);
    expect(own?.troubles).toHaveLength(1);
  });
});

it("has the functions there are where it defines none", () => {
  expect(session.functions.available(FUNCTIONS)).toBe(FUNCTIONS);
});

it("has no functions where a program runs its loop and defines none", () => {
  const { timeline } = session;
  if (timeline.plan === null) throw new Error("the session has no plan");
  timeline.plan = { ...timeline.plan, program: "Agent" };
  expect(session.functions.available(FUNCTIONS)).toEqual([]);
});

describe("a session that waits at a call", () => {
  it("stands there as soon as it is followed", () => {
    expect(session.phase).toBe("paused");
    expect(session.edit?.current?.mode).toBe("run");
  });

  it("goes on with what the model wrote while nothing was changed", async () => {
    await session.resume("step");
    const answer = { pause: 1, decision: { type: "continue" }, pace: "step" };
    expect(lastAsked()).toEqual({ command: "turn_answer", args: { turn: "t1", answer } });
  });

  it("goes on with the text as it was typed", async () => {
    session.edit?.current?.arguments.write('{ "city":"Quito" }');
    await session.resume("run");
    const decision = { type: "editArguments", raw: '{ "city":"Quito" }' };
    expect(lastAsked()).toMatchObject({ args: { answer: { decision } } });
  });

  it("does not go on with arguments that are no JSON, and keeps them", async () => {
    session.edit?.current?.arguments.write("{city");
    await session.resume("run");
    expect(lastAsked()).toBeUndefined();
    expect(session.edit?.isRefused).toBe(true);
    expect(session.edit?.current?.arguments.text).toBe("{city");
  });

  it("keeps what is typed while the log goes on", () => {
    const edit = session.edit;
    edit?.current?.arguments.write("{half");
    host.deliver({ type: "entries", entries: weatherDemo().entries.slice(0, FIRST_STOP) });
    expect(session.edit).toBe(edit);
  });

  it("writes a result in the function's place", async () => {
    session.edit?.current?.choose("result");
    session.edit?.current?.result.choose("json");
    session.edit?.current?.result.write('{"sky": "clear"}');
    await session.resume("run");
    const outcome = { type: "returned", output: { type: "json", value: { sky: "clear" } } };
    expect(lastAsked()).toMatchObject({ args: { answer: { decision: { type: "writeResult", outcome } } } });
  });

  it("gets a new editor at the next stop", async () => {
    await session.resume("run");
    expect(session.edit?.pause.number).toBe(2);
    expect(session.edit?.current?.mode).toBe("result");
    expect(session.edit?.isChanged).toBe(false);
  });
});

describe("a command that is pressed again while it is under way", () => {
  /** An application that takes its time. */
  class SlowHost extends ScriptedHost {
    override async call<C extends CommandName>(command: C, args: Commands[C]["args"]) {
      this.asked.push({ command, args });
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.refusal !== null) throw new HostError(this.refusal);
      return {} as Commands[C]["reply"];
    }
    refusal: CommandError | null = null;
  }
  let slow: SlowHost;

  beforeEach(() => {
    const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
    slow = new SlowHost({ ...script, shown: FIRST_STOP, pace: 0 });
    session = new SessionState("s1", slow, (error) => reported.push(error));
    session.follow();
  });

  it("answers its stop once", async () => {
    await Promise.all([session.resume("run"), session.resume("run"), session.resume("step")]);
    // The log has not told of the answer yet.
    await session.resume("run");
    expect(slow.asked).toMatchObject([{ command: "turn_answer", args: { answer: { pace: "run" } } }]);
  });

  it("answers it anew where the answer was refused, or the log did not go on", async () => {
    slow.refusal = pageError("That is no place for it.", null);
    await session.resume("run");
    slow.refusal = null;
    await session.resume("run");
    session.follow();
    await session.resume("run");
    expect(slow.asked).toHaveLength(3);
    expect(reported).toEqual([pageError("That is no place for it.", null)]);
  });

  it.each<[CommandName, () => Promise<unknown>]>([
    ["turn_start", () => session.say("Hello")],
    ["turn_stop", () => session.stopTurn()],
    ["turn_pause", () => session.requestPause()],
    ["turn_rerun", () => session.rerun({ type: "stop", turn: "t1", pause: 1 }, plan())],
    [
      "history_inject",
      () =>
        session.inject({ after: null, call: { type: "json", text: "{}" }, outcome: null, keepsRest: false }),
    ],
    ["head_move", () => session.history.moveTo("m1")],
    ["history_repair", () => session.history.repair(null)],
    ["message_pin", () => session.marks.pin("m1")],
  ])("sends %s once, and again when it is done", async (command, press) => {
    await Promise.all([press(), press()]);
    expect(slow.asked.map((one) => one.command)).toEqual([command]);
    await press();
    expect(slow.asked).toHaveLength(2);
  });

  function plan(): TurnPlan {
    if (session.plan === null) throw new Error("the demo has a plan");
    return session.plan;
  }
});

describe("a log that has a hole", () => {
  it("is followed again from the last entry that fits", () => {
    const early = hostAt(10);
    const late = new SessionState("s1", early, () => undefined);
    late.follow();
    const entry = weatherDemo().entries[20];
    if (entry !== undefined) early.deliver({ type: "entries", entries: [entry] });
    expect(late.timeline.seq).toBe(10);
    expect(late.problem).toBeNull();
  });
});

describe("a log that can't be written", () => {
  it("is told of until the session is followed again", () => {
    const error: CommandError = { ...pageError("The disk is full.", "Make room."), code: "storeFull" };
    host.deliver({ type: "halted", turn: "t1", error });
    expect(session.problem).toEqual(error);
    session.follow();
    expect(session.problem).toBeNull();
  });
});

describe("a plan", () => {
  it("shows a change before the log tells of it", async () => {
    const done = toggleStop(session, "beforeRequest", true);
    expect(session.breakpoints).toContainEqual(
      expect.objectContaining({ place: "beforeRequest", isEnabled: true }),
    );
    await done;
    expect(lastAsked()).toMatchObject({ command: "session_configure", args: { session: "s1" } });
  });

  it("that is not there yet is waited for, so that no click is lost", async () => {
    const opened = new SessionState("s1", host, (error) => reported.push(error));
    const done = toggleStop(opened, "afterCall", true);
    expect(host.asked).toEqual([]);
    opened.follow();
    await done;
    const stop = expect.objectContaining({ place: "afterCall", isEnabled: true }) as unknown;
    const breakpoints = expect.arrayContaining([stop]) as unknown;
    expect(lastAsked()).toMatchObject({ command: "session_configure", args: { plan: { breakpoints } } });
  });
});

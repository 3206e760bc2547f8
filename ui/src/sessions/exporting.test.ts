import { beforeEach, describe, expect, it } from "vitest";
import type { ExportedSession, ExportSession, SavedSession } from "$contract";
import { type Host, hostError } from "$host/host";
import { ExportState } from "$sessions/exporting.svelte";
import { asWritten } from "$language/notices";

type Answer = ExportedSession | SavedSession | Error;

/** Answers when it is told to, in any order. */
class SlowHost implements Host {
  readonly asked: { command: string; args: ExportSession; answer: (answer: Answer) => void }[] = [];

  call = ((command: string, args: ExportSession) =>
    new Promise((resolve, reject) => {
      const answer = (given: Answer): void => {
        if (given instanceof Error) reject(given);
        else resolve(given);
      };
      this.asked.push({ command, args, answer });
    })) as unknown as Host["call"];

  follow(): () => void {
    return () => undefined;
  }

  async answer(at: number, answer: Answer): Promise<void> {
    this.asked[at]?.answer(answer);
    await Promise.resolve();
    await Promise.resolve();
  }
}

const SHORT: ExportedSession = {
  text: "{}",
  fileName: "a.json",
  losses: [{ place: "", what: asWritten("Names") }],
};
const LONG: ExportedSession = { text: null, fileName: "a.jsonl", losses: [] };
const SAVED: SavedSession = {
  file: { path: "/home/exports/a.jsonl", size: 200_000_000 },
  losses: [{ place: "/messages/7", what: asWritten("Pictures") }],
};

let host: SlowHost;
let exporting: ExportState;

beforeEach(() => {
  host = new SlowHost();
  exporting = new ExportState(host);
});

describe("an export", () => {
  it("shows a short text and what it does not hold", async () => {
    void exporting.open("s1", "openAiChat");
    await host.answer(0, SHORT);
    expect(exporting.exported?.text).toBe("{}");
    expect(exporting.losses).toEqual(SHORT.losses);
  });

  it("is saved to a file, which tells its place and its own losses", async () => {
    void exporting.open("s1", "jsonLines");
    await host.answer(0, LONG);
    expect(exporting.exported?.text).toBeNull();
    void exporting.save();
    expect(exporting.isSaving).toBe(true);
    expect(host.asked[1]).toMatchObject({
      command: "session_save",
      args: { session: "s1", format: "jsonLines" },
    });
    await host.answer(1, SAVED);
    expect(exporting.isSaving).toBe(false);
    expect(exporting.saved?.file.path).toBe("/home/exports/a.jsonl");
    expect(exporting.losses).toEqual(SAVED.losses);
  });

  it("is saved once, however often it is asked for meanwhile", () => {
    void exporting.open("s1", "own");
    void exporting.save();
    void exporting.save();
    expect(host.asked.map(({ command }) => command)).toEqual(["session_export", "session_save"]);
  });

  it("says why it could not be saved, and can be saved again", async () => {
    void exporting.open("s1", "gemini");
    await host.answer(0, LONG);
    void exporting.save();
    await host.answer(1, hostError("too much for this form", "Choose another."));
    expect(exporting.error?.advice).toEqual(asWritten("Choose another."));
    expect(exporting.isSaving).toBe(false);
    void exporting.save();
    expect(exporting.error).toBeNull();
    await host.answer(2, SAVED);
    expect(exporting.saved).toEqual(SAVED);
  });

  it("of a comparison has the forms for people, and leaves that of sessions as it was", async () => {
    void exporting.open("s1", "jsonLines");
    void exporting.openComparison("c1");
    expect(exporting.forms.map(({ form }) => form)).toEqual(["html", "markdown", "picture"]);
    void exporting.choose("markdown");
    expect(host.asked.at(-1)).toMatchObject({ args: { session: "c1", format: "markdown" } });
    await host.answer(2, { ...SHORT, fileName: "c.md" });
    expect(exporting.exported?.fileName).toBe("c.md");
    void exporting.open("s2");
    expect(host.asked.at(-1)).toMatchObject({ args: { session: "s2", format: "jsonLines" } });
    expect(exporting.forms.map(({ form }) => form)).toEqual(expect.arrayContaining(["own", "nextRequest"]));
  });

  it("shows nothing of a form that is no longer chosen", async () => {
    void exporting.open("s1", "own");
    void exporting.save();
    void exporting.open("s1", "jsonLines");
    await host.answer(0, SHORT);
    await host.answer(1, SAVED);
    expect([exporting.exported, exporting.saved]).toEqual([null, null]);
    await host.answer(2, LONG);
    expect(exporting.exported).toEqual(LONG);
    exporting.close();
    expect([exporting.session, exporting.exported]).toEqual([null, null]);
  });
});

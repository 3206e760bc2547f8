import { beforeEach, describe, expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { ImportState } from "$sessions/importing/importing.svelte";
import { queueTitle } from "$sessions/importing/queueWords";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { asWritten } from "$language/notices";

let host: ScriptedHost;
let app: AppState;
let importing: ImportState;

const good = (name: string): File => new File(['{"role": "user", "content": "Hello"}\n'], name);
const bad = (name: string): File => new File(["nothing"], name);
const ends = (): string[] => importing.queue.files.map(({ name, standing }) => `${name}: ${standing.is}`);

beforeEach(async () => {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  host = new ScriptedHost({ ...script, shown: 2, pace: 0 });
  app = new AppState(host);
  importing = new ImportState(app);
  await app.load();
});

describe("a queue of files", () => {
  it("brings each file to its own end, and a refused one stops no other", async () => {
    const open = app.session?.id;
    await importing.takeFiles([good("a.jsonl"), bad("b.txt"), good("c.jsonl")]);
    expect(ends()).toEqual(["a.jsonl: imported", "b.txt: refused", "c.jsonl: imported"]);
    expect(queueTitle(importing.queue.sum)).toBe("2 imported · 1 refused");
    expect([importing.isOpen, app.session?.id]).toEqual([true, open]);
    const [first, second, third] = importing.queue.files.map(({ standing }) => standing);
    if (second?.is !== "refused") throw new Error("the second file was not refused");
    expect(second.error.message).toEqual(asWritten("The text is not JSON at line 7, column 3."));
    expect(second.error.advice).toEqual(asWritten("Fix the file, and choose it again."));
    if (first?.is !== "imported" || third?.is !== "imported") throw new Error("two files were not imported");
    const { session } = third.report;
    expect(first.report.session.id).not.toBe(session.id);
    expect(app.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining([session.id]));
    importing.show(session.id);
    expect([importing.isOpen, app.session?.id]).toEqual([false, session.id]);
    expect(importing.reportOf(session.id)?.losses).toHaveLength(4);
  });

  it("goes on while its dialog is closed, and is gone once the end was read", async () => {
    const coming = importing.takeFiles([good("a.jsonl"), good("b.jsonl")]);
    importing.close();
    expect(importing.queue.sum).toMatchObject({ all: 2, open: 2 });
    await coming;
    expect(queueTitle(importing.queue.sum)).toBe("2 imported");
    importing.open();
    importing.close();
    expect(importing.queue.files).toEqual([]);
  });

  it("cancels one file and all that are left, and nothing of them stays", async () => {
    const coming = importing.takeFiles(["a", "b", "c", "d"].map(good));
    const [first, second] = importing.queue.files;
    importing.queue.cancel(second?.id ?? 0);
    expect(ends()).toEqual(["a: running", "b: cancelled", "c: waiting", "d: waiting"]);
    importing.queue.cancel(first?.id ?? 0);
    importing.queue.cancelAll();
    await coming;
    expect(ends()).toEqual(["a: cancelled", "b: cancelled", "c: cancelled", "d: cancelled"]);
    expect(host.asked.some(({ command }) => command === "import_end")).toBe(false);
    expect(host.asked.filter(({ command }) => command === "import_stop")).toHaveLength(1);
  });

  it("takes up a file that is dropped while another comes in", async () => {
    const long = importing.takeFiles([new File(["x".repeat(5 << 20)], "long.jsonl")]);
    const second = importing.takeFiles([good("second.jsonl")]);
    await Promise.all([long, second]);
    expect(ends()).toEqual(["second.jsonl: imported"]);
    expect(importing.error).toBeNull();
  });

  it("takes up a short file that is dropped while another short one is read", async () => {
    const first = importing.takeFiles([new File(["[]"], "first.json")]);
    const second = importing.takeFiles([good("second.jsonl")]);
    await Promise.all([first, second]);
    const args = { text: "[]", format: null, title: "first.json" };
    expect(host.asked).toContainEqual({ command: "session_import", args });
    expect(ends()).toEqual(["second.jsonl: imported"]);
    expect(importing.error).toBeNull();
  });

  it("says of a folder that it can't be read", async () => {
    const folder = new File(["x"], "folder");
    folder.slice = () => {
      throw new DOMException("A directory has no bytes.", "NotFoundError");
    };
    await importing.takeFiles([folder, good("a.jsonl")]);
    expect(ends()).toEqual(["folder: refused", "a.jsonl: imported"]);
    const [{ standing } = { standing: null }] = importing.queue.files;
    const advice = asWritten("Is it a file, and not a folder?");
    expect(standing).toMatchObject({ is: "refused", error: { advice } });
  });
});

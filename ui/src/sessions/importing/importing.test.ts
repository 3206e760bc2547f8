import { beforeEach, describe, expect, it } from "vitest";
import type { ImportPiece } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import { AppState } from "$window/app.svelte";
import { ImportState } from "$sessions/importing/importing.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { asWritten } from "$language/notices";

let host: ScriptedHost;
let app: AppState;
let importing: ImportState;

beforeEach(async () => {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  host = new ScriptedHost({ ...script, shown: 2, pace: 0 });
  app = new AppState(host);
  importing = new ImportState(app);
  await app.load();
});

describe("an import", () => {
  it("opens the new session and reports what was lost", async () => {
    importing.open();
    importing.write('{"messages": []}');
    await importing.submit();
    expect(importing.isOpen).toBe(false);
    expect(importing.text).toBe("");
    expect(app.session?.id).toBe("imported");
    expect(importing.reportOf("imported")).toMatchObject({
      format: "openAiChat",
      session: { id: "imported" },
    });
    expect(importing.reportOf("imported")?.losses).toHaveLength(4);
    importing.dismissReport("imported");
    expect(importing.reportOf("imported")).toBeNull();
  });

  it("keeps the text and says why, where it can't be done", async () => {
    importing.open();
    importing.write("not a conversation");
    await importing.submit();
    expect(importing.isOpen).toBe(true);
    expect(importing.text).toBe("not a conversation");
    expect(importing.error?.advice).toEqual(asWritten("Paste the whole text of the file."));
    importing.close();
    importing.open();
    expect(importing.text).toBe("not a conversation");
  });

  it("gives a file's name along, and opens the dialog where the file is refused", async () => {
    await importing.takeFiles([new File(["[]"], "support.json")]);
    const args = { text: "[]", format: null, title: "support.json" };
    expect(host.asked).toContainEqual({ command: "session_import", args });

    await importing.takeFiles([new File(["nothing"], "notes.txt")]);
    expect(importing.isOpen).toBe(true);
    expect(importing.fileName).toBe("notes.txt");
    expect(importing.text).toBe("nothing");
  });

  it("sends a long file in pieces and never has all of it", async () => {
    const line = `${JSON.stringify({ role: "user", content: "é".repeat(50_000) })}\n`;
    const file = new File([line.repeat(60)], "long.jsonl");
    const sending = importing.takeFiles([file]);
    expect(importing.isOpen).toBe(true);
    expect(importing.sent).toEqual({ bytes: 0, of: file.size, messages: 0 });
    await sending;
    const pieces = host.asked.filter(({ command }) => command === "import_piece");
    const texts = pieces.map(({ args }) => (args as ImportPiece).text);
    expect(pieces.map(({ args }) => (args as ImportPiece).number)).toEqual([...texts.keys()]);
    expect(texts.length).toBe(Math.ceil(file.size / (1 << 20)));
    expect(texts.join("")).toBe(line.repeat(60));
    expect(host.asked).toContainEqual({ command: "import_begin", args: { name: "long.jsonl" } });
    expect(host.asked.some(({ command }) => command === "session_import")).toBe(false);
    expect(importing.reportOf("imported")?.messages).toBe(60);
    expect([importing.isOpen, importing.sent, importing.text]).toEqual([false, null, ""]);
  });

  it("says why a long file is refused, and leaves nothing of it", async () => {
    await importing.takeFiles([new File(["x".repeat(5 << 20), "nothing"], "long.jsonl")]);
    expect(importing.error?.message).toEqual(asWritten("The text is not JSON at line 7, column 3."));
    expect([importing.isOpen, importing.sent]).toEqual([true, null]);
    expect(host.asked).toContainEqual({ command: "import_stop", args: { session: "imported" } });

    await importing.takeFiles([new File([new Uint8Array(5 << 20).fill(0xff)], "long.bin")]);
    expect(importing.error?.message).toEqual(asWritten("The file is not text in UTF-8."));
  });

  it("stops where it is told to, without a complaint", async () => {
    const sending = importing.takeFiles([new File(["x".repeat(5 << 20)], "long.jsonl")]);
    importing.stop();
    await sending;
    expect(host.asked.some(({ command }) => command === "import_end")).toBe(false);
    expect(host.asked).toContainEqual({ command: "import_stop", args: { session: "imported" } });
    expect([importing.error, importing.reportOf("imported"), importing.sent]).toEqual([null, null, null]);
  });
});

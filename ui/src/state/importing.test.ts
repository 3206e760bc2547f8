import { beforeEach, describe, expect, it } from "vitest";
import { ScriptedHost } from "$host/scripted";
import { AppState } from "$state/app.svelte";
import { ImportState } from "$state/importing.svelte";
import { exchangeDemo, weatherDemo } from "../gallery/demo";
import { demoOverview } from "../gallery/demoHost";

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
    expect(importing.report).toMatchObject({ format: "openAiChat", session: { id: "imported" } });
    expect(importing.report?.losses).toHaveLength(4);
    importing.dismissReport();
    expect(importing.report).toBeNull();
  });

  it("keeps the text and says why, where it can't be done", async () => {
    importing.open();
    importing.write("not a conversation");
    await importing.submit();
    expect(importing.isOpen).toBe(true);
    expect(importing.text).toBe("not a conversation");
    expect(importing.error?.details.advice).toBe("Paste the whole text of the file.");
    importing.close();
    importing.open();
    expect(importing.text).toBe("not a conversation");
  });

  it("gives a file's name along, and opens the dialog where the file is refused", async () => {
    await importing.takeFile(new File(["[]"], "support.json"));
    const args = { text: "[]", format: null, title: "support.json" };
    expect(host.asked).toContainEqual({ command: "session_import", args });

    await importing.takeFile(new File(["nothing"], "notes.txt"));
    expect(importing.isOpen).toBe(true);
    expect(importing.fileName).toBe("notes.txt");
    expect(importing.text).toBe("nothing");
  });
});

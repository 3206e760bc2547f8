import { describe, expect, it } from "vitest";
import { ComposerState } from "$composer/composer.svelte";

describe("the composer", () => {
  it("keeps a text for each session", () => {
    const composer = new ComposerState();
    composer.write("a", "first");
    composer.write("b", "second");
    expect(composer.textFor("a")).toBe("first");
  });

  it("steps back through what was said and forward to the empty line", () => {
    const composer = new ComposerState();
    const said = ["one", "two"];
    expect(composer.recall("a", -1, said)).toBe(true);
    expect(composer.textFor("a")).toBe("two");
    composer.recall("a", -1, said);
    expect(composer.textFor("a")).toBe("one");
    expect(composer.recall("a", -1, said)).toBe(false);
    composer.recall("a", 1, said);
    composer.recall("a", 1, said);
    expect(composer.textFor("a")).toBe("");
  });

  it("keeps what is begun while the last text is being sent", () => {
    const composer = new ComposerState();
    composer.write("a", "first");
    composer.write("a", "first, and more");
    composer.sent("a", "first");
    expect(composer.textFor("a")).toBe("first, and more");
    composer.sent("a", "first, and more");
    expect(composer.textFor("a")).toBe("");
  });

  it("goes back in one session without forgetting what is written in another", () => {
    const composer = new ComposerState();
    composer.write("b", "half a thought");
    composer.recall("a", -1, ["one"]);
    expect(composer.recall("b", -1, ["one"])).toBe(false);
    expect(composer.textFor("b")).toBe("half a thought");
  });

  it("does not write over a text that was begun", () => {
    const composer = new ComposerState();
    composer.write("a", "half a thought");
    expect(composer.recall("a", -1, ["one"])).toBe(false);
    expect(composer.textFor("a")).toBe("half a thought");
  });
});

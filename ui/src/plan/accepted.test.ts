import { expect, it } from "vitest";
import type { CommandName } from "$contract";
import { type Host, hostError } from "$host/host";
import { AcceptedState } from "$plan/accepted.svelte";
import { asWritten } from "$language/notices";

const ROWS = { isOwn: true, problem: null, usual: "", asOf: "2026-11-23", file: "models.toml" };

function hostWith(asked: CommandName[]): Host {
  let text = "";
  const reply = (command: CommandName, args: { text?: string }): unknown => {
    asked.push(command);
    if (command === "model_facts") return { model: "a/m", kind: "anthropic", facts: { sources: [text] } };
    if (args.text === "broken") throw hostError("row 1 names no model", "Change it.");
    text = command === "models_reset" ? "" : (args.text ?? text);
    return { ...ROWS, text };
  };
  const call = (command: CommandName, args: { text?: string }): Promise<unknown> =>
    new Promise((resolve) => resolve(reply(command, args)));
  return { call, follow: () => () => undefined } as unknown as Host;
}

it("a model is asked about once, and anew after rows were saved", async () => {
  const asked: CommandName[] = [];
  const state = new AcceptedState(hostWith(asked));
  await state.learn("scripted");
  await state.open("a/m");
  await state.learn("a/m");
  expect(asked).toEqual(["model_facts", "models_read"]);
  state.write("[[models]]");
  expect(state.isChanged).toBe(true);
  await state.save();
  expect(state.isChanged).toBe(false);
  expect(state.of("a/m")?.facts.sources).toEqual(["[[models]]"]);
  await state.reset();
  expect(state.text).toBe("");
});

it("rows that are refused stay as they were written, with the reason", async () => {
  const state = new AcceptedState(hostWith([]));
  await state.open(null);
  state.write("broken");
  await state.save();
  expect(state.error?.message).toEqual(asWritten("row 1 names no model"));
  expect(state.text).toBe("broken");
});

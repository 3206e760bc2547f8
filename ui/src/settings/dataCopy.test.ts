import { expect, it } from "vitest";
import type { CommandName, Commands } from "$contract";
import { type Host, hostError } from "$host/host";
import { DataCopyState } from "$settings/dataCopy.svelte";

function host(reply: () => Promise<unknown>): Host {
  return {
    call: <C extends CommandName>(): Promise<Commands[C]["reply"]> =>
      reply() as Promise<Commands[C]["reply"]>,
    follow: () => () => undefined,
  };
}

it("tells where the copy is, or why there is none", async () => {
  const copied = { folder: "/home/copies/copy-1", leftOut: [] };
  const state = new DataCopyState(host(() => Promise.resolve(copied)));
  state.open();
  await state.copy();
  expect([state.copied, state.error, state.isBusy]).toEqual([copied, null, false]);

  const error = hostError("the disk is full", null);
  const failing = new DataCopyState(host(() => Promise.reject(error)));
  failing.open();
  await failing.copy();
  expect([failing.copied, failing.error, failing.isBusy]).toEqual([null, error.error, false]);
});

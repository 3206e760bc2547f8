import { expect, test, vi } from "vitest";
import type { CommandName, DraftLook } from "$contract";
import type { Host } from "$host/host";
import { PluginMaking } from "$functions/state/pluginDraft.svelte";

const LOOK: DraftLook = {
  title: "Pet Store API",
  operations: [
    { name: "listPets", place: "get /pets", description: "" },
    { name: "addPet", place: "post /pets", description: "" },
  ],
  hosts: ["https://pets.example"],
  keys: ["token"],
  problems: [],
};

function hostOf(call: (command: CommandName, args: unknown) => unknown): Host {
  return {
    call: async (command, args) => (await call(command, args)) as never,
    follow: () => () => undefined,
  };
}

test("the arguments and the variables of a request follow its templates until a person writes them", () => {
  const making = new PluginMaking(
    hostOf(() => ({})),
    "http",
  );
  making.name("stars");
  making.ask({ name: "repository", url: "https://api.example/{{ owner }}" });
  making.ask({ headers: "authorization: Bearer {{ env.TOKEN }}\nx-page: {{ page }}" });
  expect(making.obstacle).toBeNull();
  const { content } = making.draft();
  expect(content).toMatchObject({ type: "http", environment: ["TOKEN"] });
  expect(content.type === "http" && content.request.parameters).toEqual({
    type: "object",
    properties: { owner: { type: "string" }, page: { type: "string" } },
    required: ["owner", "page"],
  });
  making.parameters.write('{ "type": "object", "properties": {} }');
  making.ask({ url: "https://api.example/{{ owner }}/{{ name }}" });
  expect(making.parameters.text).toBe('{ "type": "object", "properties": {} }');
  making.ask({ headers: "no pair" });
  expect(making.obstacle).toContain("name: value");
});

test("a document names its plugin, and only the operations that were chosen are taken", async () => {
  const call = vi.fn((command: CommandName) => (command === "document_read" ? LOOK : { folder: "" }));
  const making = new PluginMaking(hostOf(call), "openApi");
  expect(making.obstacle).toBe("Read a document first");
  await making.read("{}");
  expect(making.id).toBe("pet-store-api");
  expect(making.draft().content).toMatchObject({ operations: null });
  making.choose("post /pets", false);
  making.setKey("token", "PETS_TOKEN");
  expect(making.draft().content).toMatchObject({ operations: ["get /pets"], keys: { token: "PETS_TOKEN" } });
  making.choose("get /pets", false);
  expect(making.obstacle).toBe("Choose an operation");
  making.choose("get /pets", true);
  await expect(making.make()).resolves.toBe(true);
});

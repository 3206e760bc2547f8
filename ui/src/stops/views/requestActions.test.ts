import { expect, it } from "vitest";
import type { Message, ModelId } from "$contract";
import { PLAN } from "$gallery/fixtures/demo";
import { demoHost } from "$gallery/fixtures/demoHost";
import { unseenWindow } from "$gallery/within";
import type { SessionState } from "$session/session.svelte";
import { requestActions } from "$stops/views/requestActions";

it.each([
  ["acme/large", null],
  ["attached/gpt-5", /^A program sends its requests with its own key/],
  ["scripted", /^A scripted model takes no request/],
])("offers to send a request by hand where its model is set up here: %s", (model: ModelId, why) => {
  const message: Message = {
    id: "m1",
    parent: null,
    role: "user",
    author: { type: "person" },
    items: [],
    origin: "person",
  };
  const session = { id: "s1", plan: { ...PLAN, model } } as unknown as SessionState;
  const offered = requestActions(message, session, unseenWindow(demoHost("done")));
  const obstacle = offered.find(({ id }) => id === "try")?.obstacle ?? null;
  if (why === null) expect(obstacle).toBeNull();
  else expect(obstacle).toMatch(why);
});

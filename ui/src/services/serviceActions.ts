import { say } from "$language/say";
import type { Action } from "$shared/controls/actions";
import type { ServicesState } from "$services/services.svelte";

/** What stands below every list of models: another service brings more of them. */
export function serviceActions(services: Pick<ServicesState, "openNew">): Action[] {
  return [
    { id: "service", title: say("Add a service…"), obstacle: null, run: () => void services.openNew() },
  ];
}

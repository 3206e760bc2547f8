import { say } from "$language/say";
import type { AttachedPrograms } from "$attached/state/attached.svelte";
import type { AttachedProgram } from "$contract";
import type { Action } from "$shared/controls/actions";

/** What can be done with an attached program. */
export function programActions(program: AttachedProgram, attached: AttachedPrograms): Action[] {
  return [
    {
      id: "connect",
      title: say("Connect it…"),
      note: say("its address, and where it stops"),
      obstacle: null,
      run: () => attached.openConnect(program.id),
    },
    {
      id: "settings",
      title: say("Settings of the program…"),
      note: say("who answers, faults, detach"),
      obstacle: null,
      run: () => attached.openSettings(program),
    },
  ];
}

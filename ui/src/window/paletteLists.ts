import type { FunctionName, FunctionSpec } from "$contract";
import { functionKey, functionTitle } from "$content/naming";
import { say } from "$language/say";
import type { Listed } from "$sessions/listed";
import { ago } from "$shared/text/time";
import type { PaletteEntry } from "$window/palette";

/**
 * The long lists of the palette. There are many sessions and functions, and a few are in sight, so what a line says is made
 * when it is shown or searched.
 */
export function sessionEntries(
  listed: readonly Listed[],
  now: number,
  open: (id: string) => void,
): PaletteEntry[] {
  const group = say("Sessions");
  return listed.map(({ id, title, changed, lanes }) => ({
    id: `session/${id}`,
    group,
    title,
    get note() {
      return `${lanes === null ? "" : say("{lanes} lanes · ", { lanes })}${ago(changed, now)}`;
    },
    run: () => open(id),
  }));
}

export function functionEntries(
  functions: readonly FunctionSpec[],
  show: (name: FunctionName) => void,
): PaletteEntry[] {
  const group = say("Functions");
  return functions.map(({ name, description }) => ({
    get id() {
      return `function/${functionKey(name)}`;
    },
    group,
    get title() {
      return functionTitle(name);
    },
    note: description,
    run: () => show(name),
  }));
}

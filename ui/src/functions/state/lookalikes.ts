import { list, say } from "$language/say";
import type { FunctionName, Lookalike } from "$contract";
import type { CallState } from "$timeline/model";
import { calledName, functionTitle, isSameFunction } from "$content/naming";
import { codeOf } from "$shared/text/unseen";

/** What is to be said of a function whose name may be taken for another. */
export function lookalikeLines(lookalikes: Lookalike[], name: FunctionName): string[] {
  const found = lookalikes.find((one) => isSameFunction(one.name, name));
  if (found === undefined) return [];
  const letters = foreignLetters(`${name.plugin ?? ""} ${name.function}`);
  return [
    ...(found.like.length === 0
      ? []
      : [
          say("Its name looks like that of {names}, which is another function.", {
            names: list(found.like.map(spelled)),
          }),
        ]),
    ...(found.mixesScripts ? [say("Its name mixes letters of several scripts: {letters}", { letters })] : []),
  ];
}

/** The same for the function of a call. */
export function callWarnings(lookalikes: Lookalike[], { function: called }: CallState): string[] {
  return lookalikeLines(lookalikes, calledName(called));
}

/** A name, and what of it isn't what it looks like. */
function spelled(name: FunctionName): string {
  const letters = foreignLetters(`${name.plugin ?? ""} ${name.function}`);
  return letters === "" ? functionTitle(name) : `${functionTitle(name)} (${letters})`;
}

function foreignLetters(name: string): string {
  const letters = new Set(name.match(/(?![\p{Cc}\p{Cf}])[^\u0000-\u007f]/gu) ?? []);
  return list([...letters].map((letter) => `${letter} ${codeOf(letter)}`));
}

import { say } from "$language/say";
import type { ArgumentChange, NameRepair } from "$contract";
import { assertNever } from "$shared/assertNever";
import { functionTitle } from "$content/naming";

/** What became of one argument, in words. */
export function changeText({ kind, before, after }: ArgumentChange): string {
  switch (kind) {
    case "converted":
      return say("{before} became {after}", { before: JSON.stringify(before), after: JSON.stringify(after) });
    case "default":
      return say("left out, so its default {after}", { after: JSON.stringify(after) });
    case "ignored":
      return say("{before} is left out: there is no such parameter", { before: JSON.stringify(before) });
    case "leftOut":
      return say("null is taken as left out");
    default:
      return assertNever(kind);
  }
}

/** Why a name was taken for another, in words. */
export function repairText({ before, after, why }: NameRepair): string {
  const taken = say("“{before}” is taken for {after}", { before, after: functionTitle(after) });
  switch (why.type) {
    case "separator":
      return say("{taken}: the parts are right, “{separator}” stands between them", {
        taken,
        separator: why.separator,
      });
    case "functionAlone":
      return say("{taken}: no other function has this name", { taken });
    case "spelling":
      return say("{taken}: the letters are the same", { taken });
    case "nearest":
      return say("{taken}: {value}, and no other name is near", {
        taken,
        value:
          why.distance === 1
            ? say("one letter differs")
            : say("{distance} letters differ", { distance: why.distance }),
      });
    default:
      return assertNever(why);
  }
}

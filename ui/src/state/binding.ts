import type { ArgumentChange, NameRepair } from "$contract";
import { assertNever } from "$state/assertNever";
import { functionTitle } from "$state/naming";

/** What became of one argument, in words. */
export function changeText({ kind, before, after }: ArgumentChange): string {
  switch (kind) {
    case "converted":
      return `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
    case "default":
      return `left out, so its default ${JSON.stringify(after)}`;
    case "ignored":
      return `${JSON.stringify(before)} is left away: there is no such parameter`;
    case "leftOut":
      return "null is taken as left out";
    default:
      return assertNever(kind);
  }
}

/** Why a name was taken for another, in words. */
export function repairText({ before, after, why }: NameRepair): string {
  const taken = `“${before}” is taken for ${functionTitle(after)}`;
  switch (why.type) {
    case "separator":
      return `${taken}: the parts are right, “${why.separator}” stands between them`;
    case "functionAlone":
      return `${taken}: no other function has this name`;
    case "spelling":
      return `${taken}: the letters are the same`;
    case "nearest":
      return `${taken}: ${why.distance === 1 ? "one letter differs" : `${why.distance} letters differ`}, and no other name is near`;
    default:
      return assertNever(why);
  }
}

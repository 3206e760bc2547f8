import { readJson } from "$shared/text/json";

/** A comma with nothing after it yet. */
const COMMA = /,\s*$/;
/** A member that has been begun and has no value yet. */
const BEGUN = /,?\s*"(?:[^"\\]|\\.)*"?\s*:?\s*$/;

/** JSON that is still being written, closed where it stands. Nothing where that makes no sense yet. */
export function closeJson(text: string): string | null {
  const begins = [text, text.replace(COMMA, ""), text.replace(BEGUN, "")];
  const closed = begins.map((begin) => begin + closersFor(begin));
  return closed.find((whole) => readJson(whole).fault === null) ?? null;
}

/** The quotes and brackets that are still open, innermost first. */
function closersFor(text: string): string {
  const open: string[] = [];
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (isInText && mark === "\\") at += 1;
    else if (mark === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (mark === "{") open.push("}");
    else if (mark === "[") open.push("]");
    else if (mark === "}" || mark === "]") open.pop();
  }
  return (isInText ? '"' : "") + open.reverse().join("");
}

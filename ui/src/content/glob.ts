import type { FunctionName } from "$contract";

/** Whether a text fits a pattern with `*` for any letters and `?` for one. */
export function matches(pattern: string, text: string): boolean {
  let [at, on] = [0, 0];
  let star: { pattern: number; text: number } | null = null;
  while (on < text.length) {
    if (pattern[at] === "*") {
      star = { pattern: at, text: on };
      at += 1;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[on])) {
      at += 1;
      on += 1;
    } else if (star !== null) {
      star.text += 1;
      at = star.pattern + 1;
      on = star.text;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** Whether a pattern means a function: `weather.get_*`, or a function's own name. */
export function matchesFunction(pattern: string, name: FunctionName): boolean {
  const whole = name.plugin === null ? name.function : `${name.plugin}.${name.function}`;
  return matches(pattern, whole) || matches(pattern, name.function);
}

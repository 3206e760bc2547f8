import type { Usage } from "$contract";

export const NO_USAGE: Usage = { input: null, output: null, cached: null, reasoning: null };

export function addUsage(sum: Usage, more: Usage | null): Usage {
  if (more === null) return sum;
  return {
    input: add(sum.input, more.input),
    output: add(sum.output, more.output),
    cached: add(sum.cached, more.cached),
    reasoning: add(sum.reasoning, more.reasoning),
    ...(sum.written === undefined && more.written === undefined
      ? {}
      : { written: (sum.written ?? 0) + (more.written ?? 0) }),
  };
}

/** A count nobody reported stays absent, because that is not the same as none. */
function add(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}

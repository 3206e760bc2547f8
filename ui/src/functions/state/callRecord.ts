import type { FunctionName } from "$contract";
import { callStatus, type CallStatus, tookMilliseconds } from "$calls/calls";
import type { Timeline } from "$timeline/model";

/** How often a function was called in a session, how that went, and how long its runs took in milliseconds. */
export type CallRecord = {
  all: number;
  ends: { status: CallStatus; count: number }[];
  took: { median: number; longest: number } | null;
};

/** The record of one function, from the calls that the log of a session holds. */
export function callRecord({ calls, messages, head }: Timeline, name: FunctionName): CallRecord {
  const scope = messages.of(head)?.scope;
  // Of a version that is not shown, calls may be there without their results: they wait for nothing.
  const found = [...calls.newestOf(name)].filter(
    (call) => call.scope === scope || callStatus(call, null) !== "waiting",
  );
  const counts = new Map<CallStatus, number>();
  for (const call of found) {
    const status = callStatus(call, null);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const times = found
    .map(tookMilliseconds)
    .filter((time) => time !== null)
    .sort((one, other) => one - other);
  const [median, longest] = [times[Math.floor((times.length - 1) / 2)], times.at(-1)];
  return {
    all: found.length,
    ends: [...counts]
      .map(([status, count]) => ({ status, count }))
      .sort((one, other) => other.count - one.count),
    took: median === undefined || longest === undefined ? null : { median, longest },
  };
}

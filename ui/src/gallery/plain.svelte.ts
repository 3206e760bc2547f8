import type { Timeline } from "$timeline/model";

/** A copy of all a timeline holds, without what watches it, to be compared. */
export function plain({ messages, calls, ...rest }: Timeline): object {
  return {
    ...$state.snapshot(rest),
    messages: messages.all,
    following: [...messages.following],
    calls: $state.snapshot(calls.all),
  };
}

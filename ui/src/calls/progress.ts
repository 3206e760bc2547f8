import { say } from "$language/say";
import type { Progress } from "$contract";
import { scopeNow } from "$timeline/currentCalls";
import type { ToldProgress } from "$host/hearing";
import { callKey, type Timeline } from "$timeline/model";

/** Keeps how far a call is beside the call, as long as it runs. */
export function takeProgress(timeline: Timeline | undefined, told: ToldProgress): void {
  const turn = timeline?.turns[told.turn];
  if (timeline === undefined || turn === undefined) return;
  const call = timeline.calls.of(callKey(scopeNow(turn), told.call));
  if (call !== undefined) call.progress = told.progress;
}

/** How far something is, in a few words. */
export function progressText(progress: Progress): string {
  if (progress.type === "text") return say("{count} letters so far", { count: progress.text.length });
  const { done, total, message } = progress;
  const share =
    total === null
      ? rounded(done)
      : say("{rounded} of {rounded2}", { rounded: rounded(done), rounded2: rounded(total) });
  return message === null ? share : `${share} · ${message}`;
}

/** The part that is done, from 0 to 1, where that can be told. */
export function progressShare(progress: Progress): number | null {
  if (progress.type === "text" || progress.total === null || progress.total <= 0) return null;
  return Math.min(1, Math.max(0, progress.done / progress.total));
}

function rounded(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

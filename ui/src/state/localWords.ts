import { say } from "$language/say";
import type { ListedLocalModel } from "$contract";
import { told } from "$language/told";

/** How large a file is, as shops and disks count. */
export function fileSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** How large it is, under which licence, and where it comes from or lies. */
export function factsOf({ bytes, licence, kind, sources, path }: ListedLocalModel): string {
  const [first, ...others] = sources.map(told);
  const more = others.length === 0 ? "" : say(", or {others}", { others: others.join(", ") });
  const place = kind === "offered" && first !== undefined ? say("from {first}", { first }) + more : path;
  return [fileSize(bytes), licence ?? "", place].filter((part) => part !== "").join(" · ");
}

/** How far it is, in words. Nothing, where it is not under way. */
export function progressOf({ bytes, state }: ListedLocalModel): string | null {
  const size = (done: number): { done: string; total: string } => ({
    done: fileSize(done),
    total: fileSize(bytes),
  });
  if (state.type === "paused") return say("Paused at {done} of {total}", size(state.done));
  if (state.type !== "fetching") return null;
  if (state.step === "checking") return say("Checking every byte: {done} of {total}", size(state.done));
  return say("{done} of {total}", size(state.done));
}

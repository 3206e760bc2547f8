import { list, say } from "$language/say";
import type { ListedLocalModel } from "$contract";
import { told } from "$language/told";

export type Figure = { title: string; value: string; isTooLittle?: boolean };

/** How large a file is, as shops and disks count. */
export function fileSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** How large it is, under which licence, and where it comes from or lies. */
export function factsOf({ bytes, licence, kind, sources, path }: ListedLocalModel): string {
  const [first, ...others] = sources.map(told);
  const more = others.length === 0 ? "" : say(", or {others}", { others: list(others) });
  const place = kind === "offered" && first !== undefined ? say("from {first}", { first }) + more : path;
  return [fileSize(bytes), licence ?? "", place].filter((part) => part !== "").join(" · ");
}

export function hashOf(sha256: string): string {
  return `SHA-256 ${sha256}`;
}

/** What helps to choose between models, in a word and a value each. */
export function figuresOf(model: ListedLocalModel, freeMemory: number | null): Figure[] {
  const { kind, tried, memory, speed } = model;
  const figures: Figure[] = [];
  if (kind === "offered") {
    const percent = tried === null ? 0 : Math.round((100 * tried.done) / tried.of);
    const value =
      tried === null ? say("not measured") : say("{percent} % of {of} turns", { percent, of: tried.of });
    figures.push({ title: say("Success rate"), value });
  }
  if (memory !== null) {
    const isTooLittle = freeMemory !== null && freeMemory < memory;
    const [needed, free] = [fileSize(memory), fileSize(freeMemory ?? 0)];
    const value = isTooLittle ? say("{needed}, and {free} are free", { needed, free }) : needed;
    figures.push({ title: say("Memory"), value, isTooLittle });
  }
  if (speed !== null) {
    const [reads, writes] = [Math.round(speed.reads), Math.round(speed.writes)];
    const value = say("reads {reads} and writes {writes} tokens a second", { reads, writes });
    figures.push({ title: say("Here"), value });
  } else if (model.state.type === "ready") {
    figures.push({ title: say("Here"), value: say("measured when it is first used") });
  }
  return figures;
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

import type { Recording } from "$host/scripted/host";
import { weatherDemo } from "$gallery/fixtures/demo";
import { endings } from "$gallery/fixtures/endings";
import { branchesDemo, brokenDemo, marksDemo } from "$gallery/fixtures/histories";

// Logs the application itself wrote, where there are any.
const RECORDED = import.meta.glob<Recording>("../../../tests/fixtures/events/*.json", { import: "default" });

export type Shelf = { title: string; load: () => Promise<Recording> };

/** Everything that can be looked at: what was written by hand, then what was recorded. */
export function shelves(): Shelf[] {
  const byHand = [weatherDemo(), ...Object.values(endings()), branchesDemo(), marksDemo(), brokenDemo()];
  return [
    ...byHand.map((recording) => ({ title: recording.title, load: () => Promise.resolve(recording) })),
    ...Object.entries(RECORDED).map(([path, load]) => ({ title: path.split("/").at(-1) ?? path, load })),
  ];
}

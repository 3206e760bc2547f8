import { say } from "$language/say";

/** What a version brings, in a few lines that a person reads after an update. */
export type VersionNews = { version: string; lines: string[] };

/** Every released version, the newest first. A version without an entry here fails a test. */
export function allNews(): VersionNews[] {
  return [
    {
      version: "0.1.0",
      lines: [
        say("Turns stop before and after each call, and a person changes arguments and results."),
        say(
          "Programs of your own ask their models through an address here, and stop at the same breakpoints.",
        ),
        say("Cases with frozen results run against several models, with intervals and comparisons."),
        say("Everything works without a key: with scripted models, and with models on this computer."),
      ],
    },
  ];
}

/** The versions after one that was there before, up to the one that is there now. */
export function newsSince(before: string, now: string, all: VersionNews[] = allNews()): VersionNews[] {
  return all.filter(
    ({ version }) => compareVersions(version, before) > 0 && compareVersions(version, now) <= 0,
  );
}

/** Numbers are compared as numbers. A version that is still to come (`-rc.1`) comes before the one it leads to. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map(parts) as [number[], number[]];
  for (let place = 0; place < 4; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): number[] {
  const [numbers = "", early] = version.split("-");
  return [...numbers.split(".").map((part) => Number.parseInt(part, 10) || 0), early === undefined ? 1 : 0];
}

import { say } from "$language/say";
import { asHostError, HostError, hostError } from "$host/host";

/** A version that is newer than this one. */
export type NewVersion = { version: string; notes: string | null };

/** Bytes downloaded so far, and all of them where the server says how many there are, or once all have arrived. */
export type Arrived = { bytes: number; of: number | null };

/** How the window gets a newer version. A page in a browser, and a window that something else installed, have none. */
export type Updates = {
  look(): Promise<NewVersion | null>;
  install(version: string, onArrived: (arrived: Arrived) => void): Promise<void>;
};

/** Why there is no update, as the window reports it. */
type Problem =
  | { type: "notOffered" | "noPackage" }
  | { type: "unreachable" | "unverified" | "notInstalled"; reason: string };

const TYPES: readonly string[] = ["notOffered", "noPackage", "unreachable", "unverified", "notInstalled"];

function isProblem(thrown: unknown): thrown is Problem {
  return (
    typeof thrown === "object" && thrown !== null && "type" in thrown && TYPES.includes(String(thrown.type))
  );
}

/** What the window reported, with what to do about it. */
export function updateError(thrown: unknown): HostError {
  if (!isProblem(thrown)) return new HostError(asHostError(thrown));
  switch (thrown.type) {
    case "notOffered":
      return hostError(say("This version is no longer offered."), say("Check again."));
    case "noPackage":
      return hostError(
        say("The new version has no package for this system."),
        say("Install it as its release notes say."),
      );
    case "unreachable":
      return hostError(
        say("The list of versions can't be read: {reason}", { reason: thrown.reason }),
        say("Check the network, then try again."),
      );
    case "unverified":
      return hostError(
        say("The package is not the one that was signed: {reason}", { reason: thrown.reason }),
        say("Nothing was installed. Check again later, and report it if it persists."),
      );
    case "notInstalled":
      return hostError(
        say("The new version could not be installed: {reason}", { reason: thrown.reason }),
        say("This version stays. Check that its folder can be written and has room, then try again."),
      );
  }
}

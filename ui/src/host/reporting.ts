import type { CommandError } from "$contract";
import { asHostError } from "$host/host";

/** Does something that may fail, and tells whether it was done. */
export type Try = (work: () => Promise<unknown>) => Promise<boolean>;

/** Reports why it failed. */
export function reporting(report: (error: CommandError) => void): Try {
  return async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      report(asHostError(error));
      return false;
    }
  };
}

import type { CommandError } from "$contract";
import { asHostError } from "$host/host";

/** Does something that may fail, and tells whether it was done. What has a name is not begun again while it is under way. */
export type Try = (work: () => Promise<unknown>, name?: string) => Promise<boolean>;

/** Reports why it failed. */
export function reporting(report: (error: CommandError) => void): Try {
  const underWay = new Set<string>();
  return async (work, name) => {
    if (name !== undefined && underWay.has(name)) return false;
    if (name !== undefined) underWay.add(name);
    try {
      await work();
      return true;
    } catch (error) {
      report(asHostError(error));
      return false;
    } finally {
      if (name !== undefined) underWay.delete(name);
    }
  };
}

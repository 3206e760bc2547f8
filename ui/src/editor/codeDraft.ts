import type { JsonValue } from "$contract";
import type { JsonFault } from "$shared/text/json";
import type { Repaired } from "$shared/text/repairJson";
import type { Problem } from "$editor/schemaCheck";

/** A text that is being written in an editor. */
export type CodeDraft = {
  readonly text: string;
  readonly language: "json" | "text";
  /** What the JSON should fit, where it is known. */
  readonly schema: JsonValue | null;
  /** Why the text is of no use. */
  readonly fault: JsonFault | null;
  /** Where it does not fit its schema. It can be used all the same. */
  readonly problems: Problem[];
  /** What was meant, where the text is nearly JSON. */
  readonly repaired?: Repaired | null;
  write: (text: string) => void;
};

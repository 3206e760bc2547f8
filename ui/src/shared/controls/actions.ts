/** One line of a menu of actions. */
export type Action = {
  id: string;
  title: string;
  note?: string;
  /** The name whose monogram stands before it. */
  sign?: string;
  /** Why it can't be done now. */
  obstacle: string | null;
  run: () => void;
};

/** Something to choose. */
export type PickerOption = {
  value: string;
  title: string;
  /** A word about it, which is searched as well. */
  note: string;
  /** The name whose monogram stands before it. */
  sign?: string;
};

/** One of the choices of a field. What has a sign is named with its note, since titles may be the same. */
export type FieldOption<T extends string> = {
  value: T;
  title: string;
  note?: string;
  sign?: string;
};

/** More than this are searched, fewer are seen at a glance. */
export const FEW = 8;

/** Whether a text has all words of the query. */
export function fits(text: string, query: string): boolean {
  const lowered = text.toLowerCase();
  const words = query.trim().toLowerCase().split(/\s+/);
  return words.every((word) => lowered.includes(word));
}

/** The options with all words of the query, those first whose title begins with it. */
export function found(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return options;
  const fitting = options.filter(({ title, note }) => fits(`${title} ${note}`, wanted));
  const rank = ({ title }: PickerOption): number => {
    const at = title.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return fitting.toSorted((one, other) => rank(one) - rank(other));
}

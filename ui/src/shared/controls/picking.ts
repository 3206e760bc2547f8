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

/** The options with all words of the query, those first whose title begins with it. */
export function found(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return options;
  const words = wanted.split(/\s+/);
  const fitting = options.filter(({ title, note }) => {
    const text = `${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = ({ title }: PickerOption): number => {
    const at = title.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return fitting.toSorted((one, other) => rank(one) - rank(other));
}

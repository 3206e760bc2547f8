/** The same with one setting changed, or without it. A setting that is not there is not the same as an empty one. */
export function withSetting<T extends object, K extends keyof T>(
  settings: T,
  name: K,
  value: T[K] | undefined,
): T {
  const others = Object.entries(settings).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]) as T;
}

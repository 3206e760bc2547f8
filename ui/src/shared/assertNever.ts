/** Makes the compiler name every place that a new kind of thing has to be thought of in. */
export function assertNever(value: never): never {
  throw new Error(`Not known here: ${JSON.stringify(value)}`);
}

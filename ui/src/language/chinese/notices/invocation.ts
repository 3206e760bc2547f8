/** Of turns. */
export const INVOCATION = {} as const;

/** Of choosing functions. */
export const SELECTION = {} as const;

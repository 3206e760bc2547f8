/** Of files that are fetched. */
export const PARTS = {} as const;

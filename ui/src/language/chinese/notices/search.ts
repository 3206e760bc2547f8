/** Of searching. */
export const SEARCH = {} as const;

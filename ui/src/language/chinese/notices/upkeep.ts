/** Of histories that are mended and made shorter. */
export const UPKEEP = {} as const;

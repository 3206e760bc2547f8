/** Of histories as other programs write them. */
export const FORMATS = {} as const;

/** Of models on this computer. */
export const LOCAL_MODEL = {} as const;

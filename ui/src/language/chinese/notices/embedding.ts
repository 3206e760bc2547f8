/** Of the models that compare meanings. */
export const EMBEDDING = {} as const;

/** Of functions and where they come from. */
export const FUNCTIONS = {} as const;

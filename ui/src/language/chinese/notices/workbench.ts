/** Of commands. */
export const WORKBENCH = {} as const;

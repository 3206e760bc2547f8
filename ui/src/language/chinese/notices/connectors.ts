/** Of services and what is sent to them. */
export const CONNECTORS = {} as const;

/** Of what models and functions are asked. */
export const PORTS = {} as const;

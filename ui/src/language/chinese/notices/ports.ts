/** Of what models and functions are asked. */
export const PORTS = {
  "selector.index": "无法建立函数索引",
  "selector.advice": "再试一次。如果仍然如此，看看现有的函数。",
} as const;

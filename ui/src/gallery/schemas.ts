import type { JsonValue } from "$contract";

/** A schema with everything in it that forms have to show. */
export const ORDER_SCHEMA: JsonValue = {
  type: "object",
  required: ["customer", "items", "delivery"],
  additionalProperties: false,
  properties: {
    customer: { type: "string", minLength: 1, description: "The number on the invoice." },
    priority: { enum: ["low", "normal", "high"], default: "normal" },
    isGift: { type: "boolean", default: false },
    note: { type: ["string", "null"], description: "What the courier should know. Null removes it." },
    discount: { type: "number", minimum: 0, maximum: 1 },
    items: { type: "array", minItems: 1, items: { $ref: "#/$defs/item" } },
    delivery: {
      oneOf: [
        {
          title: "To an address",
          type: "object",
          required: ["kind", "street"],
          properties: { kind: { const: "address" }, street: { type: "string" } },
        },
        {
          title: "To a shop",
          type: "object",
          required: ["kind", "shop"],
          properties: { kind: { const: "shop" }, shop: { type: "integer" } },
        },
      ],
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
  $defs: {
    item: {
      type: "object",
      required: ["article"],
      properties: { article: { type: "string" }, count: { type: "integer", minimum: 1, default: 1 } },
    },
  },
};

export const ORDER: JsonValue = {
  customer: "C-1077",
  priority: "urgent",
  note: null,
  discount: 1.5,
  items: [{ article: "kettle", count: 2 }],
  delivery: { kind: "shop", shop: 12 },
};

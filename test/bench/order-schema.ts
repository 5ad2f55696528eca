/** Of the body that `cases.ts` posts; both sides validate by it. */
export const orderSchema = {
  type: "object",
  required: ["customer", "items"],
  properties: {
    customer: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } },
    items: {
      type: "array",
      maxItems: 1000,
      items: {
        type: "object",
        required: ["id", "name", "price"],
        properties: {
          id: { type: "integer", minimum: 0 },
          name: { type: "string", pattern: "^[A-Z]", maxLength: 100 },
          price: { type: "number", minimum: 0 },
        },
      },
    },
  },
};

/** Of the query of a search. */
export const querySchemas = {
  q: { type: "string", minLength: 2, maxLength: 100 },
  limit: { type: "integer", minimum: 1, maximum: 100 },
};

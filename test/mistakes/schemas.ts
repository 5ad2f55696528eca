import type { Mistake } from "./support.js";

/** What the API description says, and what it and the flows make of it. */
export const schemas: readonly Mistake[] = [
  {
    name: "a reference to nothing",
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
      x-flow-validate: { response: true }
      responses:
        200:
          description: an order
          schema: { $ref: "#/definitions/«Oder|Order»" }
definitions:
  Order: { type: object }
`,
    },
    code: "FLOW1150",
  },
];

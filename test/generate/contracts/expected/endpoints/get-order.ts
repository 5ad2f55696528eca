// swagger.yaml, compiled by flowc.

import { type Flow, request } from "flowc/runtime";

/** GET /api/orders/{id}, from order.xml */
export const getOrder: Flow = async ($) => {
  await request($, "main", {                                            // order.xml:2:3 request
    url: "http://store.example/v1/orders",
    options: { definition: "store.yaml", "validate-response": true },
  });
};

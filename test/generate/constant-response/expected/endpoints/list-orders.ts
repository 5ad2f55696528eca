// swagger.yaml, compiled by flowc.

import { asContent, at, exists, requestEnded, respond } from "flowc/runtime";
import type { Flow } from "../variables.js";

const response = asContent({
  orders: [],
  links: ["/orders", "/orders?all=true"],
  limits: { page: 100, body: 10485760 },
  ready: true,
});

const response2 = asContent({
  orders: [
    { id: 1, state: "open" },
    { id: 2, state: "closed" },
  ],
  links: ["/orders?all=true"],
  total: 2,
});

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  if (exists(at($.request, "get", "all"))) {                            // orders.xml:2:3 if
    respond($, response);                                               // orders.xml:3:5 template
    return requestEnded;                                                // orders.xml:6:5 break
  }
  $.response = 1;                                                       // orders.xml:8:3 eval
  respond($, response2);                                                // orders.xml:9:3 template
  $.short = { ok: true };                                               // orders.xml:12:3 template
};

// swagger.yaml, compiled by flowc.

import {
  at,
  body,
  concat,
  content,
  equal,
  type Flow,
  json,
  members,
  pairs,
  readBody,
  request,
  requests,
  respond,
  string,
} from "flowc/runtime";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  await request($, "users", {                                           // orders.xml:2:3 request
    url: concat(string(at($.env, "USERS_API")), "/users"),
    method: "POST",
    query: { limit: json(at($.request, "get", "limit")) },
    headers: pairs(at($.request, "headers"), "accept", "authorization"),
    body: { name: json(members($.body).json?.name) },
    options: { timeout: 5, "exit-on-error": true },
  });
  if (equal(at($.upstream, "users", "status"), 200)) {                  // orders.xml:12:3 requests
    await requests($, {
      orders: { url: concat(string(at($.env, "ORDERS_API")), "/orders") },
      stock: { url: "http://stock.example/" },
    });
  }
  respond($, {                                                          // orders.xml:18:3 template
    users: json(members(content($, "users")).json),
    raw: body($, "stock"),
    status: json(at($.upstream, "users", "status")),
  });
};

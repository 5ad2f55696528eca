// swagger.yaml, compiled by flowc.

import {
  at,
  child,
  concat,
  content,
  count,
  descendant,
  equal,
  find,
  json,
  loop,
  members,
  number,
  object,
  pairs,
  path,
  readBody,
  request,
  respond,
  rootElement,
  string,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  $.limit = number(at($.request, "get", "limit"));                      // orders.xml:2:3 eval
  const order = at($.body, "json", "order");                            // orders.xml:3:3 template
  const customer = members(order)["customer"];
  const address = members(customer)["address"];
  $.letter = object(
    {
      to: json(members(customer)["name"]),
      street: json(members(address)["street"]),
      city: json(members(address)["city"]),
      number: json(members(order)["number"]),
      label: concat(string(members(customer)["name"]), ", ", string(members(address)["city"])),
    },
    pairs(customer, "id", "since"),
  );
  await request($, "prices", {                                          // orders.xml:13:3 request
    url: "https://prices.example/",
    query: { of: json(at($.letter, "number")), for: json(at($.letter, "to")) },
  });
  const list = at(content($, "prices"), "json", "list");                // orders.xml:16:3 template
  const order2 = at($.body, "json", "order");
  $.priced = {
    currency: json(members(list)["currency"]),
    valid: json(members(list)["valid"]),
    lines: loop(members(order2)["lines"], (item) => {
      const article = members(item)["article"];
      return {
        article: json(members(article)["id"]),
        title: json(members(article)["title"]),
        stock: json(members(members(order2)["shop"])["stock"]),
        shop: json(members(members(order2)["shop"])["name"]),
      };
    }),
  };
  // Nothing is read that would not be read anyway.
  const $inner = path($.letter, "inner");                               // orders.xml:33:3 template
  $.branches = {
    gift:
      $.limit > 3
        ? json(at($.body, "json", "order", "gift", "text"))
        : json(at($.body, "json", "order", "gift", "from")),
    either:
      json(at($.letter, "number")) ??
      json(at($.body, "json", "order", "gift", "text")) ??
      json(at($.body, "json", "order", "gift", "from")),
    defined: [json(at($inner, "a", "b", "c")), json(at($inner, "a", "b", "d"))],
  };
  // Names that are taken or say too little.
  const input = rootElement($.priced);                                  // orders.xml:42:3 template
  const jsonJson = at($.letter, "json", "json");
  const userName = at($.letter, "user", "name");
  const deliveryOrderIn = at($.letter, "delivery-order", "in");
  const linesValue = at(input, "lines", "value");
  const order3 = at($.priced, "order");
  respond($, {
    json: [json(members(jsonJson)["a"]), json(members(jsonJson)["b"])],
    value: [json(members(linesValue)["article"]), json(members(linesValue)["title"])],
    name: [
      json(members(userName)["first"]),
      json(members(userName)["last"]),
      json(at(userName, "constructor")),
    ],
    order: [json(members(deliveryOrderIn)["a"]), json(members(deliveryOrderIn)["b"])],
    same: [json(members(order3)["a"]), json(members(order3)["b"]), json(members(order3)["c"])],
  });
  // What paths with conditions begin with, and a value that is read three times.
  const items = at(content($, "prices"), "json", "items");              // orders.xml:52:3 template
  const owner = at(content($, "prices"), "json", "owner");
  $.counted = {
    open: count(
      find(
        items,
        child("value", (item) => equal(members(item)["state"], "open")),
      ),
    ),
    first: json(find(items, child("value", 1), "id")),
    tags: loop(find(items, descendant("tag")), (item) => json(item)),
    by: json(owner),
    from: json(owner),
    for: concat("for ", string(owner)),
  };
};

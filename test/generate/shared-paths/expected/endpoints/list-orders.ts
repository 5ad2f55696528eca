// swagger.yaml, compiled by flowc.

import {
  at,
  concat,
  content,
  count,
  descendant,
  equal,
  json,
  loop,
  members,
  nth,
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
  const order = members(members($.body).json?.order);                   // orders.xml:3:3 template
  const customer = order.customer;
  const address = members(members(customer).address);
  $.letter = object(
    {
      to: json(members(customer).name),
      street: json(address.street),
      city: json(address.city),
      number: json(order.number),
      label: concat(string(members(customer).name), ", ", string(address.city)),
    },
    pairs(customer, "id", "since"),
  );
  await request($, "prices", {                                          // orders.xml:13:3 request
    url: "https://prices.example/",
    query: { of: json(members($.letter).number), for: json(members($.letter).to) },
  });
  const list = members(members(content($, "prices")).json?.list);       // orders.xml:16:3 template
  const order2 = members(members($.body).json?.order);
  $.priced = {
    currency: json(list.currency),
    valid: json(list.valid),
    lines: loop(order2.lines, (item) => {
      const article = members(members(item).article);
      return {
        article: json(article.id),
        title: json(article.title),
        stock: json(order2.shop?.stock),
        shop: json(order2.shop?.name),
      };
    }),
  };
  // Nothing is read that would not be read anyway.
  const $inner = path($.letter, "inner");                               // orders.xml:33:3 template
  $.branches = {
    gift:
      $.limit > 3
        ? json(members($.body).json?.order?.gift?.text)
        : json(members($.body).json?.order?.gift?.from),
    either:
      json(members($.letter).number) ??
      json(members($.body).json?.order?.gift?.text) ??
      json(members($.body).json?.order?.gift?.from),
    defined: [json(members($inner).a?.b?.c), json(members($inner).a?.b?.d)],
  };
  // Names that are taken or say too little.
  const input = rootElement($.priced);                                  // orders.xml:42:3 template
  const jsonJson = members(members($.letter).json?.json);
  const userName = members($.letter).user?.name;
  const deliveryOrderIn = members(members($.letter)["delivery-order"]?.in);
  const linesValue = members(at(input, "lines", "value"));
  const order3 = members(members($.priced).order);
  respond($, {
    json: [json(jsonJson.a), json(jsonJson.b)],
    value: [json(linesValue.article), json(linesValue.title)],
    name: [
      json(members(userName).first),
      json(members(userName).last),
      json(at(userName, "constructor")),
    ],
    order: [json(deliveryOrderIn.a), json(deliveryOrderIn.b)],
    same: [json(order3.a), json(order3.b), json(order3.c)],
  });
  // What paths with conditions begin with, and a value that is read three times.
  const items = members(content($, "prices")).json?.items;              // orders.xml:52:3 template
  const owner = members(content($, "prices")).json?.owner;
  $.counted = {
    open: count(items, (item) => equal(item.state, "open")),
    first: json(members(nth(items, 1)).id),
    tags: loop(at(items, descendant("tag")), (item) => json(item)),
    by: json(owner),
    from: json(owner),
    for: concat("for ", string(owner)),
  };
  // Members of an item that are read more than twice.
  // orders.xml:63:3 template
  $.articles = loop(members(content($, "prices")).json?.items, (item) => {
    const all = members(item);
    const stock = members(all.stock);
    return {
      id: json(all.id),
      of: json(at(item, "constructor")),
      sizes: count(at(all.size, "value")),
      city: json(stock.city),
      left: json(stock.left),
      all: json(item),
    };
  });
};

// swagger.yaml, compiled by flowc.

import {
  at,
  child,
  concat,
  equal,
  exists,
  find,
  greater,
  json,
  loop,
  loopPairs,
  members,
  name,
  none,
  number,
  object,
  pairs,
  readBody,
  respond,
  rootElement,
  select,
  string,
  sum,
  toJson,
  withinPairs,
} from "flowc/runtime";
import type { Flow } from "../variables.js";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = async ($) => {
  await readBody($);
  const input = rootElement($.body);                                    // orders.xml:2:3 template
  const jsonId = at(input, "json", "id");
  const $total: number = sum(find(input, "json", "rows", child("*"), "price"));
  $.page = object(
    {
      text: "a constant",
      number: -1.5,
      none: null,
      list: [1, "two", [], {}],
      placeholder: json(at(input, "json", "name")),
      dot: json(input),
      compared: equal(jsonId, 0),
      either: json(at(input, "json", "nick")) ?? json(at(input, "json", "name")) ?? "nobody",
      chosen: greater(jsonId, 10) ? "large" : exists(jsonId) ? "small" : null,
    },
    exists(at(input, "json", "admin"))
      ? { admin: true, since: json(at(input, "json", "since")) }
      : none,
    withinPairs(
      at(input, "json", "address"),
      (item) => ({ city: json(members(item)["city"]) }),
      () => ({ city: null }),
    ),
    {
      rows: loop(at(input, "json", "rows"), (item, position, last) => ({
        id: json(members(item)["id"]),
        last: position === last,
      })),
    },
    loopPairs(at(input, "json", "tags"), (item) => ({
      [concat("tag-", string(item))]: json(item),
    })),
    { total: toJson($, $total), twice: toJson($, $total * 2) },
    pairs(at(input, "json"), "id", "name"),
  );
  $.again = object(                                                     // orders.xml:20:3 template
    { a: 1, b: json(number(at($.page, "text"))) ?? 0 },
    { a: 2 },
    withinPairs(
      select($.page),
      (item, position) => ({ at: position, tag: name(select(item)) }),
      () => none,
    ),
  );
  // orders.xml:23:3 template
  respond($, { ["computed"]: 1, ["__proto__"]: json(at($.page, "total")), page: json($.page) });
};

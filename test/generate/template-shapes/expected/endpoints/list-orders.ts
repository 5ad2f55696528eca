// swagger.yaml, compiled by flowc.

import {
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
  const jsonId = members(input).json?.id;
  const $total: number = sum(find(input, "json", "rows", child("*"), "price"));
  $.page = object(
    {
      text: "a constant",
      number: -1.5,
      none: null,
      list: [1, "two", [], {}],
      placeholder: json(members(input).json?.name),
      dot: json(input),
      compared: equal(jsonId, 0),
      either: json(members(input).json?.nick) ?? json(members(input).json?.name) ?? "nobody",
      chosen: greater(jsonId, 10) ? "large" : exists(jsonId) ? "small" : null,
    },
    exists(members(input).json?.admin)
      ? { admin: true, since: json(members(input).json?.since) }
      : none,
    withinPairs(
      members(input).json?.address,
      (item) => ({ city: json(members(item).city) }),
      () => ({ city: null }),
    ),
    {
      rows: loop(members(input).json?.rows, (item, position, last) => ({
        id: json(members(item).id),
        last: position === last,
      })),
    },
    loopPairs(members(input).json?.tags, (item) => ({
      [concat("tag-", string(item))]: json(item),
    })),
    { total: toJson($, $total), twice: toJson($, $total * 2) },
    pairs(members(input).json, "id", "name"),
  );
  $.again = object(                                                     // orders.xml:20:3 template
    { a: 1, b: json(number(members($.page).text)) ?? 0 },
    { a: 2 },
    withinPairs(
      select($.page),
      (item, position) => ({ at: position, tag: name(select(item)) }),
      () => none,
    ),
  );
  // orders.xml:23:3 template
  respond($, { ["computed"]: 1, ["__proto__"]: json(members($.page).total), page: json($.page) });
};

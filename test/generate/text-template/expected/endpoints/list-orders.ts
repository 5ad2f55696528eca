// swagger.yaml, compiled by flowc.

import {
  at,
  content,
  exists,
  type Flow,
  json,
  loop,
  members,
  respondTemplate,
  TemplateText,
  toJson,
  toNumber,
  type Value,
} from "flowc/runtime";

/**
 * GET /api/orders, from orders.xml
 * All orders
 */
export const listOrders: Flow = ($) => {
  const text = new TemplateText();                                      // orders.xml:2:3 template
  let $count: Value;
  text.write('{ "path":');
  text.value(json(at($.request, "path")));
  text.write(",");
  $count = 0;
  text.write('"rows": [');
  loop(members(content($, "rows")).json, (item, position) => {
    if (position > 1) text.comma();
    $count = toNumber($count) + 1;
    text.value(toJson($, $count));
  });
  text.write("],");
  if (exists(at($.request, "get", "data"))) {
    text.write('"data":');
    text.value(json(at($.request, "get", "data")));
  }
  text.write("}");
  respondTemplate($, text);
};

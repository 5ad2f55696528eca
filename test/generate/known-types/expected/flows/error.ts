// error.xml, compiled by flowc.

import { at, compare, type Flow, json, respond, toJson } from "flowc/runtime";

export const errorFlow: Flow = ($) => {
  respond($, {                                                          // error.xml:2:3 template
    message: json(at($.error, "message")),
    lang: toJson($, $.lang),
    limit: compare($.limit, ">", 100),
  });
};

// error.xml, compiled by flowc.

import { at, compare, json, respond, toJson } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const errorFlow: Flow = ($) => {
  respond($, {                                                          // error.xml:2:3 template
    message: json(at($.error, "message")),
    lang: toJson($, $.lang),
    limit: compare($.limit, ">", 100),
  });
};

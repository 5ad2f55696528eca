// paging.xml, compiled by flowc.

import { at, exists, number } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const pagingFlow: Flow = ($) => {
  $.limit = number(at($.request, "get", "limit"));                      // paging.xml:2:3 eval
  if (exists(at($.request, "get", "page"))) {                           // paging.xml:3:3 if
    $.page = number(at($.request, "get", "page"));                      // paging.xml:4:5 eval
  }
};

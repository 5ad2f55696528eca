// error.xml, compiled by flowc.

import { at, type Flow, json, respond } from "flowc/runtime";

export const errorFlow: Flow = ($) => {
  respond($, { error: json(at($.error, "message")) });                  // error.xml:2:3 template
};

// error.xml, compiled by flowc.

import { at, json, respond } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const errorFlow: Flow = ($) => {
  respond($, { error: json(at($.error, "message")) });                  // error.xml:2:3 template
};

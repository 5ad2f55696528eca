// order.xml, compiled by flowc.

import { at, type Flow, json, respond, toBoolean } from "flowc/runtime";
import { sharedCheckIdFlow } from "./shared-check-id.js";
import { sharedLoadFlow } from "./shared-load.js";

export const orderFlow: Flow = async ($) => {
  if (sharedCheckIdFlow($) === "break") return "break";                 // order.xml:2:3 sub-flow
  if (toBoolean($.started)) {                                           // order.xml:3:3 sub-flow
    await sharedLoadFlow($);
  }
  respond($, { id: json(at($.request, "params", "id")) });              // order.xml:4:3 template
};

// order.xml, compiled by flowc.

import { at, json, requestEnded, respond, toBoolean } from "flowc/runtime";
import type { Flow } from "../variables.js";
import { sharedCheckIdFlow } from "./shared-check-id.js";
import { sharedLoadFlow } from "./shared-load.js";

export const orderFlow: Flow = async ($) => {
  if (sharedCheckIdFlow($) === requestEnded) {                          // order.xml:2:3 sub-flow
    return requestEnded;
  }
  if (toBoolean($.started)) {                                           // order.xml:3:3 sub-flow
    await sharedLoadFlow($);
  }
  respond($, { id: json(at($.request, "params", "id")) });              // order.xml:4:3 template
};

// shared/check-id.xml, compiled by flowc.

import { at, equal, fail, less, requestEnded } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const sharedCheckIdFlow: Flow = ($) => {
  if (less(at($.request, "params", "id"), 0)) {                     // shared/check-id.xml:2:3 error
    return fail($, "shared/check-id.xml:2", {}, 404);
  }
  if (equal(at($.request, "params", "id"), 0)) {                    // shared/check-id.xml:3:3 break
    return requestEnded;
  }
};

// shared/check-id.xml, compiled by flowc.

import { at, equal, type Outcome, requestEnded } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const sharedCheckIdFlow: Flow = ($): Outcome => {
  if (equal(at($.request, "params", "id"), 0)) {                    // shared/check-id.xml:2:3 break
    return requestEnded;
  }
};

import type { Context } from "../../request/context.js";
import { begun as tested } from "../testing/test-harness.js";
import { carriedBy } from "../testing/test-run.js";
import { begun as traced } from "./trace-harness.js";

// This module stands in place of `request/harness.ts` where tests run again. Only the app is traced: no test, and no
// backend flow.

export { harness } from "../testing/test-harness.js";

export function begun($: Context): Context {
  tested($);
  return carriedBy($)?.isTested === true ? traced($) : $;
}

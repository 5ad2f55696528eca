import type { Context } from "../flow/context.js";
import { begun as tested } from "../testing/harness.js";
import { carriedBy } from "../testing/test-run.js";
import { begun as traced } from "./harness.js";

// This module stands in place of `flow/harness.ts` where tests run again. Only the app is traced: no test, and no
// backend flow.

export { harness } from "../testing/harness.js";

export function begun($: Context): Context {
  tested($);
  return carriedBy($)?.isTested === true ? traced($) : $;
}

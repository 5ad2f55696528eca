import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

/** Stands for a document whose location is not supported: the empty node-set. It is logged. */
export function noDocument($: Context, caller: string, location: string): undefined {
  alert($, caller, `${location} cannot be read here.`);
  return undefined;
}

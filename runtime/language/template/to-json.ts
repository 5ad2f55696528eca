import type { JsonValue, Value } from "../../data/model/values.js";
import { json } from "../../data/xpath/convert.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** The value of an expression as JSON. A number that JSON cannot hold becomes `null`, which is logged. */
export function toJson($: Context, value: Value): JsonValue {
  if (typeof value !== "number" || Number.isFinite(value)) return json(value);
  alert($, "template", `${value} is no JSON number; null takes its place.`);
  return null;
}

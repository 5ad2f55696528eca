import { counted } from "../../../base/counted.js";
import { jsonText } from "../../../data/json/json-text.js";
import type { Value } from "../../../data/model/values.js";
import { json } from "../../../data/xpath/convert.js";

/** `json-stringify()`: the first node, or the string, number or boolean, as JSON; with `isPretty` on several lines. */
export const jsonStringify = counted({ units: 4, call: 5 }, (value: Value, isPretty = false): string => {
  return jsonText(json(value), isPretty ? 2 : undefined);
});

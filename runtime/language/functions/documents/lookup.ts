import { counted } from "../../../base/counted.js";
import { jsonText } from "../../../data/json/json-text.js";
import { type Found, isArray, member, Selection } from "../../../data/model/values.js";
import { string } from "../../../data/xpath/convert.js";

/** `lookup()`: the member of that name as text, with arrays and objects as JSON; `otherwise` if there is none. */
export const lookup = counted(
  { units: 64, call: 5 },
  (database: Found, key: string, otherwise = ""): string => {
    const isObject = typeof database === "object" && database !== null && !isArray(database);
    if (!isObject || database instanceof Selection) return otherwise;
    const value = member(database, key);
    if (value === undefined) return otherwise;
    return typeof value === "object" && value !== null ? jsonText(value) : string(value);
  },
);

import {
  array as arrayOf,
  arrayReverse as reversed,
  sort as sorted,
} from "../../language/functions/array-functions.js";
import {
  jsonToXml as jsonDocument,
  jsonParse as jsonRead,
  jsonStringify as jsonWritten,
  lookup as lookedUp,
} from "../../language/functions/json-functions.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";
import { string } from "./conversions.js";

/** array(): the nodes as the items of one JSON array. */
export function array(nodes: Untyped): Untyped {
  return arrayOf(found(nodes));
}

/** array-reverse(): the items in reverse order; no nodes if there is no array. */
export function arrayReverse(nodes: Untyped): Untyped {
  return reversed(found(nodes));
}

/**
 * sort(): the items of an array in the order of their keys; items with equal keys keep theirs. Missing keys and `null` come
 * first, then booleans, numbers, and all else by its text. No nodes if there is no array.
 */
export function sort(
  nodes: Untyped,
  key?: (item: Untyped, position: number, last: number) => Untyped,
  isDescending = false,
): Untyped {
  return sorted(found(nodes), key, isDescending);
}

/** lookup(): the member of that name as a text; `otherwise` if there is none. */
export function lookup(database: Untyped, key: Untyped, otherwise: Untyped = ""): string {
  return lookedUp(found(database), string(key), string(otherwise));
}

/** json-parse(): no nodes if the text is no JSON. Unlike `JSON.parse`, it keeps long integers, as `bigint`. */
export function jsonParse(text: Untyped): Untyped {
  return jsonRead(string(text));
}

/** json-stringify(): the first node as JSON; with `isPretty` on several lines. */
export function jsonStringify(value: Untyped, isPretty = false): string {
  return jsonWritten(found(value), isPretty);
}

/** json-to-xml(): the document of a JSON text; no nodes if it is none. */
export function jsonToXml(text: Untyped): Untyped {
  return jsonDocument(string(text));
}

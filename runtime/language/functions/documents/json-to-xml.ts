import { counted } from "../../../base/counted.js";
import type { JsonDocument } from "../../../data/json/json-node.js";
import { parseJson } from "./json-parse.js";

/** `json-to-xml()`: the document node, whose child is `json`; the empty node-set if the text is no JSON. */
export const jsonToXml = counted({ units: 4, call: 5 }, (text: string): JsonDocument | undefined => {
  return parseJson(text);
});

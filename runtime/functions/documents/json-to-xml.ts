import type { JsonDocument } from "../../json/node.js";
import { parseJson } from "./json-parse.js";

/** `json-to-xml()`: the document node, whose child is `json`; the empty node-set if the text is no JSON. */
export function jsonToXml(text: string): JsonDocument | undefined {
  return parseJson(text);
}

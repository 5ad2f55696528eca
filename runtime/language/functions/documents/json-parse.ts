import { counted } from "../../../base/counted.js";
import { JsonDocument } from "../../../data/json/json-node.js";
import { readJson } from "../../../data/json/long-integers.js";
import type { JsonArray, JsonObject, Selection } from "../../../data/model/values.js";

/** `json-parse()`: the root element of the document; the empty node-set if the text is no JSON. */
export const jsonParse = counted(
  { units: 4, call: 5 },
  (text: string): JsonObject | JsonArray | Selection | undefined => {
    const document = parseJson(text);
    return document && jsonRoot(document);
  },
);

/** The root element. */
export function jsonRoot(document: JsonDocument): JsonObject | JsonArray | Selection {
  const { value } = document;
  // A primitive by itself would be an XPath string, number or boolean, and no node.
  return typeof value === "object" && value !== null ? value : document.root;
}

/** The document node; `undefined` if the text is no JSON. */
export function parseJson(text: string): JsonDocument | undefined {
  try {
    return new JsonDocument(readJson(text));
  } catch {
    return undefined;
  }
}

import { JsonDocument } from "../../../data/json/json-node.js";
import type { Value } from "../../../data/model/values.js";
import { type Context, state } from "../../../request/context.js";
import { content } from "./content.js";
import { jsonParse, jsonRoot } from "./json-parse.js";

/**
 * `json-doc()` of content: the root element, whatever the media type is; the empty node-set if the content is no JSON.
 */
export function jsonContent($: Context, id = ""): Value {
  const document = content($, id);
  if (document instanceof JsonDocument) return jsonRoot(document);
  const { main, contents } = $[state];
  return jsonParse((id === "" ? main : contents?.get(id))?.text ?? "");
}

/** `json-doc()` of the client's request body. */
export function jsonBody($: Context): Value {
  const value = $[state].bodyValue;
  return value instanceof JsonDocument ? jsonRoot(value) : jsonParse(typeof value === "string" ? value : "");
}

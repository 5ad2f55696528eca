import { JsonDocument } from "../data/json/json-node.js";
import { Node } from "../data/model/node.js";
import type { Found, Item, JsonValue, Value } from "../data/model/values.js";
import { Content } from "./content.js";
import { type Context, state } from "./context.js";

/** Makes a template's result the main content. One that is the same for all requests is content already. */
export function respond($: Context, result: JsonValue | Content): void {
  const content = result instanceof Content ? result : Content.json(result);
  $[state].main = content;
  $[state].events?.tell("template", {
    kind: "output",
    to: "template",
    value: () => (content.source.kind === "json" ? content.source.value : null),
  });
}

/** A template's result as content. */
export function asContent(value: JsonValue): Content {
  return Content.json(value);
}

/** Makes a text the main content, which is sent in UTF-8. */
export function respondText($: Context, text: string, mediaType = "text/plain"): void {
  $[state].main = new Content({ kind: "text", text }, mediaType);
}

/** The context item of a template with the input `found`: the root element of a document, anything else as it is. */
export function rootElement(found: Found | Value): Item {
  if (found instanceof JsonDocument) return found.value;
  return found instanceof Node && found.type === "document" ? found.elements[0] : found;
}

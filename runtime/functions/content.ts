import { type Context, state } from "../context.js";
import type { Found } from "../values.js";
import { parseXml } from "../xml-parse.js";

/** `content()`: the document node of the main content, or of the upstream response `id`. */
export function content($: Context, id = ""): Found {
  const { main, contents, parseHtml } = $[state];
  return (id === "" ? main : contents?.get(id))?.document(parseXml, parseHtml);
}

import { type Context, state } from "../context.js";
import type { Selection } from "../values.js";
import { parseXml } from "../xml-parse.js";

/** `content()`: the document node of the main content, or of the upstream response `id`. */
export function content($: Context, id = ""): Selection | undefined {
  const { main, contents, parseHtml } = $[state];
  return (id === "" ? main : contents?.get(id))?.document(parseXml, parseHtml);
}

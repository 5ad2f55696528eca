import type { Selection } from "../../data-model/values.js";
import { type Context, state } from "../../flow/context.js";
import { parseXml } from "../../xml/parse.js";

/** `content()`: the document node of the main content, or of the upstream response `id`. */
export function content($: Context, id = ""): Selection | undefined {
  const { main, contents, parseHtml } = $[state];
  return (id === "" ? main : contents?.get(id))?.document(parseXml, parseHtml);
}

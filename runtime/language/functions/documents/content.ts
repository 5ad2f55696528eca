import type { Selection } from "../../../data/model/values.js";
import type { Context } from "../../../request/context.js";
import { contentInput, documentOf } from "../../../request/locations/read-location.js";

/** `content()`: the document node of the main content, or of the upstream response `id`. */
export function content($: Context, id = ""): Selection | undefined {
  return documentOf($, contentInput($, id));
}

/**
 * What generated code imports to read HTML. It is an entry of its own, because an HTML parser is bigger than all else
 * that most apps have inside.
 * @module
 */

import type { Context } from "../flow/context.js";
import { alert } from "../flow/errors.js";
import { counted } from "../limits/counted.js";
import { TreeLimitError } from "../limits/trees.js";
import type { XmlDocument } from "../xml/node.js";
import { parseHtml } from "./parse.js";

export { parseHtml } from "./parse.js";

/** `html-parse()`: the document node; the empty node-set if the document goes beyond the limits, which is logged. */
export const htmlParse = counted(
  { units: 1024, call: 300 },
  ($: Context, text: string): XmlDocument | undefined => {
    try {
      return parseHtml(text);
    } catch (error) {
      if (!(error instanceof TreeLimitError)) throw error;
      alert($, "html-parse", error.message);
      return undefined;
    }
  },
);

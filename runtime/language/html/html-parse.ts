import { counted } from "../../base/counted.js";
import { TreeLimitError } from "../../base/tree-limits.js";
import type { XmlDocument } from "../../data/xml/xml-node.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { parseHtml } from "./parse-html.js";

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

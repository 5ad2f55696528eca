import { counted } from "../../../base/counted.js";
import { TreeLimitError } from "../../../base/tree-limits.js";
import { parseXml, XmlSyntaxError } from "../../../data/xml/parse-xml.js";
import type { XmlDocument } from "../../../data/xml/xml-node.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

/** `xml-parse()`: the document node; the empty node-set if the text is no XML, which is logged. */
export const xmlParse = counted(
  { units: 1024, call: 50 },
  ($: Context, text: string): XmlDocument | undefined => {
    try {
      return parseXml(text);
    } catch (error) {
      if (!(error instanceof XmlSyntaxError || error instanceof TreeLimitError)) throw error;
      alert($, "xml-parse", error.message);
      return undefined;
    }
  },
);

import type { Context } from "../../flow/context.js";
import { alert } from "../../flow/errors.js";
import { counted } from "../../limits/counted.js";
import { TreeLimitError } from "../../limits/trees.js";
import type { XmlDocument } from "../../xml/node.js";
import { parseXml, XmlSyntaxError } from "../../xml/parse.js";

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

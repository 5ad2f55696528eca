// swagger.yaml, compiled by flowc.

import { documentOrText, type Flow, writeContent } from "flowc/runtime";
import { transformedContent } from "flowc/runtime/xslt";
import { invoiceDataXml } from "../assets/invoice-data-xml.js";
import { invoiceXsl } from "../assets/invoice-xsl.js";

/** GET /invoice, from invoice.xml */
export const getInvoice: Flow = ($) => {
  // invoice.xml:2:3 xslt
  writeContent($, transformedContent($, invoiceXsl, documentOrText($, invoiceDataXml)));
};

// invoice-data.xml, compiled by flowc.

import { textFile } from "flowc/runtime";

export const invoiceDataXml = textFile('<invoice number="7"/>\n', "application/xml; charset=utf-8");

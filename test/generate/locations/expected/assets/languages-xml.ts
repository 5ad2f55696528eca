// languages.xml, compiled by flowc.

import { textFile } from "flowc/runtime";

export const languagesXml = textFile("<languages/>\n", "application/xml; charset=utf-8");

// conf/limits.xml, compiled by flowc.

import { xmlFile } from "flowc/runtime";

export const confLimitsXml = xmlFile('<limits most="50"/>\n');

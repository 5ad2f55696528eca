// conf/shops.json, compiled by flowc.

import { jsonParse } from "flowc/runtime";

export const confShopsJson = jsonParse('["north","south"]');

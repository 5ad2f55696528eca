// files/css.json, compiled by flowc.

import { textFile } from "flowc/runtime";

export const filesCssJson = textFile('{ "language": "css" }\n', "application/json");
